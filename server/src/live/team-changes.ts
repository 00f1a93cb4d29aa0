import type { MonitorRecord } from '../store/records.ts';
import type { ChangeKind } from './changes.ts';
import type { Audience } from './team-listeners.ts';

interface TeamChanges {
  readonly records: readonly MonitorRecord[];
  readonly deleted: readonly string[];
  readonly kinds: readonly ChangeKind[];
  readonly now: number;
}

/** Writes the events for an audience. `write` returns one JSON text per monitor. */
export async function writeChanges(
  audience: Audience,
  { now, ...all }: TeamChanges,
  write: (
    records: readonly MonitorRecord[],
    view: { readonly now: number; readonly showsPingURL: boolean },
  ) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { records, deleted, kinds } = changesFor(audience, all);
  const { showsPingURL } = audience;
  const monitors = records.length === 0 ? [] : await write(records, { now, showsPingURL });
  const list = `{"monitors":[${monitors.join(',')}],"deleted":${JSON.stringify(deleted)}}`;
  return [
    ...(monitors.length + deleted.length > 0 ? [`event: monitors\ndata: ${list}\n\n`] : []),
    ...(kinds.length > 0 ? [`event: changed\ndata: ${JSON.stringify({ kinds })}\n\n`] : []),
  ];
}

/** Returns the changes that an audience may see. After a deletion, an audience limited to projects must reload its list. */
function changesFor({ projects }: Audience, changes: Omit<TeamChanges, 'now'>): Omit<TeamChanges, 'now'> {
  if (projects === null) return changes;
  const records = changes.records.filter(({ projectShortID }) => projects.includes(projectShortID));
  const isHinted = changes.deleted.length > 0 || changes.kinds.includes('projects');
  return {
    records,
    deleted: [],
    kinds: [
      ...(records.length > 0 && changes.kinds.includes('incidents') ? (['incidents'] as const) : []),
      ...(isHinted ? (['projects'] as const) : []),
    ],
  };
}
