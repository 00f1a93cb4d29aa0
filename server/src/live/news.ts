/** What may have changed beside monitors, as a hint to read it again. */
export const NEWS_KINDS = [
  'incidents',
  'channels',
  'deliveries',
  'maintenance',
  'escalations',
  'projects',
  'shares',
  'team',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** What has happened in a team since it was last told. */
export interface News {
  readonly monitorIDs: Set<number>;
  /** Of monitors that are no more. */
  readonly deleted: Set<string>;
  readonly kinds: Set<NewsKind>;
}

/** The news of teams, each gathered until it is taken: what happens twice in between is told once. */
export interface Gathering {
  isEmpty(): boolean;
  of(teamID: string): News;
  /** Takes all news of all teams, but at most so many monitors of each: the others stay. */
  take(monitorsMax: number): ReadonlyMap<string, News>;
  /** Gives back what could not be told. */
  giveBack(teamID: string, news: News): void;
  forget(teamID: string): void;
}

export function createGathering(): Gathering {
  let teams = new Map<string, News>();

  function of(teamID: string): News {
    const known = teams.get(teamID);
    if (known !== undefined) return known;
    const news = noNews();
    teams.set(teamID, news);
    return news;
  }

  return {
    isEmpty: () => teams.size === 0,
    of,
    take(monitorsMax) {
      const taken = teams;
      teams = new Map();
      for (const [teamID, { monitorIDs }] of taken) {
        if (monitorIDs.size <= monitorsMax) continue;
        const rest = [...monitorIDs].slice(monitorsMax);
        for (const id of rest) {
          monitorIDs.delete(id);
          of(teamID).monitorIDs.add(id);
        }
      }
      return taken;
    },
    giveBack(teamID, news) {
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
