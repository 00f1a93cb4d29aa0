import type { MonitorRecord } from '../store/records.ts';
import type { NewsKind } from './news.ts';
import type { Audience } from './room.ts';

export interface Told {
  readonly records: readonly MonitorRecord[];
  readonly deleted: readonly string[];
  readonly kinds: readonly NewsKind[];
  readonly now: number;
}

/**
 * Returns the changes that an audience may see. A deleted monitor's project is unknown, so listeners limited
 * to some projects are told to reload their list instead.
 */
export function within({ projects }: Audience, told: Omit<Told, 'now'>): Omit<Told, 'now'> {
  if (projects === null) return told;
  const records = told.records.filter(({ projectShortID }) => projects.includes(projectShortID));
  const isHinted = told.deleted.length > 0 || told.kinds.includes('projects');
  return {
    records,
    deleted: [],
    kinds: [
      ...(records.length > 0 && told.kinds.includes('incidents') ? (['incidents'] as const) : []),
      ...(isHinted ? (['projects'] as const) : []),
    ],
  };
}
