/** Kinds of data, besides monitors, that may have changed. Clients reload changed kinds. */
export const NEWS_KINDS = [
  'incidents',
  'channels',
  'deliveries',
  'maintenance',
  'escalations',
  'on_call',
  'projects',
  'shares',
  'team',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Unsent changes in a team. */
export interface News {
  readonly monitorIDs: Set<number>;
  readonly deleted: Set<string>;
  readonly kinds: Set<NewsKind>;
}

/** Collects changes by team. Repeated changes count once. */
export interface PendingNews {
  isEmpty(): boolean;
  of(teamID: string): News;
  /** Removes and returns the changes of all teams, but at most `monitorsMax` changed monitors per team. */
  take(monitorsMax: number): ReadonlyMap<string, News>;
  putBack(teamID: string, news: News): void;
  forget(teamID: string): void;
}

export function createPendingNews(): PendingNews {
  let teams = new Map<string, News>();

  function of(teamID: string): News {
    const pending = teams.get(teamID);
    if (pending !== undefined) return pending;
    const news = noNews();
    teams.set(teamID, news);
    return news;
  }

  return {
    isEmpty: () => teams.size === 0,
    of,
    take(monitorsMax) {
      const sent = teams;
      teams = new Map();
      for (const [teamID, { monitorIDs }] of sent) {
        if (monitorIDs.size <= monitorsMax) continue;
        const rest = [...monitorIDs].slice(monitorsMax);
        for (const id of rest) {
          monitorIDs.delete(id);
          of(teamID).monitorIDs.add(id);
        }
      }
      return sent;
    },
    putBack(teamID, news) {
      const waiting = of(teamID);
      for (const id of news.monitorIDs) waiting.monitorIDs.add(id);
      for (const shortID of news.deleted) waiting.deleted.add(shortID);
      for (const kind of news.kinds) waiting.kinds.add(kind);
    },
    forget: (teamID) => void teams.delete(teamID),
  };
}

export function noNews(): News {
  return { monitorIDs: new Set(), deleted: new Set(), kinds: new Set() };
}
