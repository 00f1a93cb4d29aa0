import type { MonitorRecord } from '../store/records.ts';
import type { NewsKind } from './news.ts';
import type { Audience } from './room.ts';

/** News of a team, as they were read for all who follow it. */
export interface Told {
  readonly records: readonly MonitorRecord[];
  /** Short IDs of monitors that are no more. */
  readonly deleted: readonly string[];
  readonly kinds: readonly NewsKind[];
  readonly now: number;
}

/**
 * Returns the part of a team's news that an audience may see. Of a deleted monitor nothing says any more which project it
 * belonged to, so those who see some projects get the hint to read their list again instead of its ID.
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
