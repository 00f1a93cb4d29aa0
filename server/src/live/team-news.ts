import type { MonitorRecord } from '../store/records.ts';
import type { NewsKind } from './news.ts';
import type { Audience } from './team-listeners.ts';

interface TeamNews {
  readonly records: readonly MonitorRecord[];
  readonly deleted: readonly string[];
  readonly kinds: readonly NewsKind[];
  readonly now: number;
}

/** Writes the events for an audience. `write` returns one JSON text per monitor. */
export async function writeNews(
  audience: Audience,
  { now, ...all }: TeamNews,
  write: (
    records: readonly MonitorRecord[],
    view: { readonly now: number; readonly showsPingURL: boolean },
  ) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { records, deleted, kinds } = newsFor(audience, all);
  const { showsPingURL } = audience;
  const monitors = records.length === 0 ? [] : await write(records, { now, showsPingURL });
  const list = `{"monitors":[${monitors.join(',')}],"deleted":${JSON.stringify(deleted)}}`;
  return [
    ...(monitors.length + deleted.length > 0 ? [`event: monitors\ndata: ${list}\n\n`] : []),
    ...(kinds.length > 0 ? [`event: changed\ndata: ${JSON.stringify({ kinds })}\n\n`] : []),
  ];
}

/** Returns the changes that an audience may see. After a deletion, an audience limited to projects must reload its list. */
function newsFor({ projects }: Audience, news: Omit<TeamNews, 'now'>): Omit<TeamNews, 'now'> {
  if (projects === null) return news;
  const records = news.records.filter(({ projectShortID }) => projects.includes(projectShortID));
  const isHinted = news.deleted.length > 0 || news.kinds.includes('projects');
  return {
    records,
    deleted: [],
    kinds: [
      ...(records.length > 0 && news.kinds.includes('incidents') ? (['incidents'] as const) : []),
      ...(isHinted ? (['projects'] as const) : []),
    ],
  };
}
