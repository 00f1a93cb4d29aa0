import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import type { ChannelStore } from '../channels/contract.ts';
import type { ChannelCatalog } from '../channels/settings/catalog.ts';
import type { ImportItem, ImportSource, ReportProgress, SourceContent } from '../compat/source/item.ts';
import type { ConfigurationStore } from '../configuration/contract.ts';
import type { MonitorDetails } from '../database/records.ts';
import type { ListedMonitor, MonitorStore } from '../monitors/contract.ts';
import type { Random } from '../platform/runtime/random.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import type { NewProjectKey, Project, ProjectKeyStore } from '../projects/contract.ts';
import { type ImportPlan, type MonitorOfTeam, planImport } from './plan.ts';
import { type KeptKeys, planKeys } from './plan-keys.ts';

const LOOKUPS_AT_ONCE = 500;
/** Number of the team's monitors to read before yielding to pings. */
const ROWS_AT_ONCE = 100;

export interface ImportParts {
  readonly store: Pick<
    MonitorStore,
    'apply' | 'findMonitors' | 'listEvents' | 'listMonitors' | 'monitorsByPingID'
  > &
    Pick<ConfigurationStore, 'changeTogether'> &
    ChannelStore &
    Pick<ProjectKeyStore, 'projectKeys'>;
  readonly random: Random;
  readonly now: number;
  /** Name of the person who imports, recorded as creator of the keys. */
  readonly createdBy: string;
  /** End of the keys that the import creates. */
  readonly keyEnd: Pick<NewProjectKey, 'expiresAt' | 'endsWithToken'>;
  /** Checks and encrypts settings of channels. */
  readonly catalog: Pick<ChannelCatalog, 'parse' | 'seal'>;
  /** Initial values of settings that no source provides. */
  readonly initialDetails: Omit<MonitorDetails, 'name' | 'projectID' | 'alerting'>;
  readonly limits: { readonly monitors: number; readonly channels: number };
  readonly report: ReportProgress;
  /** Whether the import may look up a ping ID. If not, the ping ID counts as taken. */
  readonly mayTry: (normalizedPingID: string) => boolean;
}

export interface ImportTarget {
  readonly teamID: string;
  readonly project: Pick<Project, 'id' | 'shortID'>;
  /** Whether new monitors start with their status at the source instead of waiting for their first ping. */
  readonly continuesStatus: boolean;
}

export interface ImportRequest {
  readonly source: ImportSource;
  readonly content: SourceContent;
  readonly keys: KeptKeys;
}

/** Plans an import into a project. Changes nothing. */
export async function prepareImport(
  { source, content, keys: kept }: ImportRequest,
  { teamID, project }: ImportTarget,
  { store, catalog, report, mayTry }: ImportParts,
): Promise<ImportPlan> {
  report({ step: 'plan', done: 0, total: content.items.length });
  const [listed, channels] = await Promise.all([store.listMonitors(teamID, {}), store.channels.list(teamID)]);
  const monitors = await readMonitors(listed);
  const own = new Set(monitors.map(({ pingID }) => normalizePingID(pingID)));
  const takenPingIDs = await findTakenPingIDs(content.items, own, { store, report, mayTry });
  const target = { teamID, projectID: project.id };
  const keys = await planKeys(kept, { source, content, target, store });
  return planImport(withSettingsChecked(content, catalog), {
    keys,
    projectShortID: project.shortID,
    monitors,
    channels,
    isTaken: (pingID) => takenPingIDs.has(pingID),
  });
}

async function readMonitors(listed: readonly ListedMonitor[]): Promise<readonly MonitorOfTeam[]> {
  const monitors: MonitorOfTeam[] = [];
  for (const [index, row] of listed.entries()) {
    if (index % ROWS_AT_ONCE === 0) await yieldToPings();
    const { shortID, pingID, details, rules, projectShortID } = row.read();
    const { name, slug } = details;
    monitors.push({ shortID, pingID, name, slug, schedule: rules.schedule, projectShortID });
  }
  return monitors;
}

/**
 * Returns the ping IDs of items that are already taken by a monitor of any team, or that the team may not try. Ignores items that
 * already exist as monitors of this team.
 */
async function findTakenPingIDs(
  items: readonly ImportItem[],
  own: ReadonlySet<string | null>,
  {
    store,
    report,
    mayTry,
  }: Pick<ImportParts, 'report' | 'mayTry'> & { readonly store: Pick<MonitorStore, 'monitorsByPingID'> },
): Promise<ReadonlySet<string>> {
  const pingIDs = items.flatMap(({ pingID }) => {
    const normalized = pingID === null ? null : normalizePingID(pingID);
    return normalized === null || own.has(normalized) ? [] : normalized;
  });
  const takenPingIDs = new Set<string>();
  for (let start = 0; start < pingIDs.length; start += LOOKUPS_AT_ONCE) {
    const some = pingIDs.slice(start, start + LOOKUPS_AT_ONCE);
    const tried = some.filter((pingID) => mayTry(pingID));
    const owners = await Promise.all(tried.map((pingID) => store.monitorsByPingID.find(pingID, 0)));
    const free = new Set(tried.filter((_, index) => owners[index] == null));
    for (const pingID of some) if (!free.has(pingID)) takenPingIDs.add(pingID);
    report({ step: 'plan', done: Math.min(start + LOOKUPS_AT_ONCE, pingIDs.length), total: pingIDs.length });
  }
  return takenPingIDs;
}

/** Leaves out channels whose settings Overdue would refuse. */
function withSettingsChecked(content: SourceContent, catalog: Pick<ChannelCatalog, 'parse'>): SourceContent {
  const channels = content.channels.map((channel) => {
    if (channel.create === null) return channel;
    const parsed = catalog.parse(channel.create.type, channel.create.settings);
    if (parsed.ok) return { ...channel, create: { ...channel.create, settings: parsed.settings } };
    const reason = `Its settings aren’t valid in Overdue: ${parsed.problems.map(({ message }) => message).join(' ')}`;
    return { ...channel, create: null, reason };
  });
  return { ...content, channels };
}
