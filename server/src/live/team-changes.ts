import type { ChangeKind } from '../database/change-feed.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { MonitorStore } from '../monitors/contract.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Changes } from './changes.ts';
import type { LiveStore } from './contract.ts';
import { type Audience, audiencesOf, sendTo, type TeamListeners } from './team-listeners.ts';

type ChangesStore = Pick<LiveStore, 'listVersions'> & Pick<MonitorStore, 'findMonitors'>;

/** Returns one JSON text per monitor, in the format of the monitor list. */
export type WriteMonitors = (
  teamID: string,
  records: readonly MonitorRecord[],
  view: { readonly now: number } & Pick<Audience, 'showsPingURL' | 'rowsOnly'>,
) => Promise<readonly string[]>;

/** Sends a team's changes to its listeners. Each listener gets only the data that it may see. */
export async function sendChanges(
  team: TeamListeners,
  { monitorIDs, deleted, kinds }: Changes,
  {
    store,
    clock,
    write,
  }: { readonly store: ChangesStore; readonly clock: Pick<Clock, 'now'>; readonly write: WriteMonitors },
): Promise<void> {
  const records = monitorIDs.size === 0 ? [] : await readChanged(team, [...monitorIDs], store);
  const changes = { records, deleted: [...deleted], kinds: [...kinds].sort(), now: clock.now() };
  for (const [audience, members] of audiencesOf(team)) {
    const events = await writeChanges(audience, changes, (some, view) => write(team.teamID, some, view));
    for (const event of events) sendTo(members, event);
  }
}

/** Reads the versions before the monitors, so that a change between the two reads is sent twice rather than lost. */
async function readChanged(
  team: TeamListeners,
  ids: readonly number[],
  store: ChangesStore,
): Promise<readonly MonitorRecord[]> {
  const versions = team.versions === null ? null : await store.listVersions(team.teamID, ids);
  const records = await store.findMonitors(team.teamID, { ids });
  for (const [id, version] of versions ?? []) team.versions?.set(id, version);
  return records;
}

interface TeamChanges {
  readonly records: readonly MonitorRecord[];
  readonly deleted: readonly string[];
  readonly kinds: readonly ChangeKind[];
  readonly now: number;
}

/** Returns the events for an audience as texts. `write` returns one JSON text per monitor. */
async function writeChanges(
  audience: Audience,
  { now, ...all }: TeamChanges,
  write: (
    records: readonly MonitorRecord[],
    view: { readonly now: number } & Pick<Audience, 'showsPingURL' | 'rowsOnly'>,
  ) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { records, deleted, kinds } = changesFor(audience, all);
  const { showsPingURL, rowsOnly } = audience;
  const monitors = records.length === 0 ? [] : await write(records, { now, showsPingURL, rowsOnly });
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
  const mustReloadProjects = changes.deleted.length > 0 || changes.kinds.includes('projects');
  return {
    records,
    deleted: [],
    kinds: [
      ...(records.length > 0 && changes.kinds.includes('incidents') ? (['incidents'] as const) : []),
      ...(mustReloadProjects ? (['projects'] as const) : []),
    ],
  };
}
