import type { MonitorRecord } from '../store/records.ts';
import type { NewsKind } from './news.ts';
import type { Audience } from './team-listeners.ts';

export interface TeamNews {
  readonly records: readonly MonitorRecord[];
  readonly deleted: readonly string[];
  readonly kinds: readonly NewsKind[];
  readonly now: number;
}

/** Returns the changes that an audience may see. One limited to projects reloads its list after a deletion. */
export function newsFor({ projects }: Audience, news: Omit<TeamNews, 'now'>): Omit<TeamNews, 'now'> {
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
