import { DEFAULT_SUBSCRIPTIONS, MONITOR_ALERTING_DEFAULT } from '../domain/alerting/settings.ts';
import { decide } from '../domain/decide.ts';
import { AppError } from '../domain/error.ts';
import { type Monitor, newMonitorState } from '../domain/monitor.ts';
import { normalizedPingIDOf, normalizePingID, PING_ID_LENGTH } from '../domain/ping/ping.ts';
import { slugOf } from '../domain/ping/slug.ts';
import type { Catalog } from '../notify/settings/catalog.ts';
import { BASE62, newShortID, type Random } from '../runtime/random.ts';
import type { ChannelStore, NewChannel } from '../store/channels/contract.ts';
import type { CheckedReferences, Reference } from '../store/edits.ts';
import type { KeptID } from '../store/kept-ids/contract.ts';
import type { Imported, MonitorStore } from '../store/monitors/contract.ts';
import type { NewProjectKey, ProjectKeyStore } from '../store/project-keys/contract.ts';
import type { Project } from '../store/projects/contract.ts';
import type { MonitorDetails, NewMonitor } from '../store/records.ts';
import type { ReportProgress } from './import-progress.ts';
import type { ImportItem, ImportSource, SourceContent, StatusAtSource } from './item.ts';
import { type ImportPlan, type PlannedItem, planImport } from './plan.ts';
import type { PlannedChannel } from './plan-channels.ts';
import { type KeptKeys, type PlannedKey, planKeys } from './plan-keys.ts';

const LOOKUPS_AT_ONCE = 500;
const INPUTS_AT_ONCE = 250;
/** Maximum past runs per import. */
const HISTORY_TOTAL_MAX = 200_000;

export interface ImportParts {
  readonly store: Pick<MonitorStore, 'apply' | 'importMonitors' | 'listMonitors' | 'monitorsByPingID'> &
    Pick<ChannelStore, 'channels'> &
    Pick<ProjectKeyStore, 'projectKeys'>;
  readonly random: Random;
  readonly now: number;
  /** Name of the person who imports, recorded as creator of the keys. */
  readonly createdBy: string;
  /** Checks and encrypts settings of channels. */
  readonly catalog: Pick<Catalog, 'parse' | 'seal'>;
  /** Initial values of settings that no source provides. */
  readonly initialDetails: Omit<MonitorDetails, 'name' | 'projectID' | 'alerting'>;
  readonly limits: { readonly monitors: number; readonly channels: number };
  readonly report: ReportProgress;
}

export interface ImportTarget {
  readonly teamID: string;
  readonly project: Pick<Project, 'id' | 'shortID'>;
  /** Whether monitors continue with the status at the source, rather than wait for their first ping. */
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
  { store, catalog, report }: ImportParts,
): Promise<ImportPlan> {
  report({ step: 'plan', done: 0, total: content.items.length });
  const [listed, channels] = await Promise.all([store.listMonitors(teamID, {}), store.channels.list(teamID)]);
  const monitors = listed.map((row) => {
    const { shortID, pingID, details, rules, projectShortID } = row.read();
    return {
      shortID,
      pingID,
      name: details.name,
      slug: details.slug,
      schedule: rules.schedule,
      projectShortID,
    };
  });
  const own = new Set(monitors.map(({ pingID }) => normalizePingID(pingID)));
  const taken = await findTakenKeys(content.items, own, { store, report });
  const target = { teamID, projectID: project.id };
  const keys = await planKeys(kept, { source, content, target, store });
  return planImport(withSettingsChecked(content, catalog), {
    keys,
    projectShortID: project.shortID,
    monitors,
    channels,
    isTaken: (key) => taken.has(key),
  });
}

/** Returns the ping IDs of items that any team has. Skips those of the team's own monitors, whose items exist already. */
async function findTakenKeys(
  items: readonly ImportItem[],
  own: ReadonlySet<string | null>,
  {
    store,
    report,
  }: { readonly store: Pick<MonitorStore, 'monitorsByPingID'>; readonly report: ReportProgress },
): Promise<ReadonlySet<string>> {
  const keys = items.flatMap(({ pingID }) => {
    const key = pingID === null ? null : normalizePingID(pingID);
    return key === null || own.has(key) ? [] : key;
  });
  const taken = new Set<string>();
  for (let start = 0; start < keys.length; start += LOOKUPS_AT_ONCE) {
    const some = keys.slice(start, start + LOOKUPS_AT_ONCE);
    const found = await Promise.all(some.map((key) => store.monitorsByPingID.find(key, 0)));
    for (const [index, key] of some.entries()) if (found[index] != null) taken.add(key);
    report({ step: 'plan', done: Math.min(start + LOOKUPS_AT_ONCE, keys.length), total: keys.length });
  }
  return taken;
}

/** Leaves out channels whose settings Overdue would refuse. */
function withSettingsChecked(content: SourceContent, catalog: Pick<Catalog, 'parse'>): SourceContent {
  const channels = content.channels.map((channel) => {
    if (channel.create === null) return channel;
    const parsed = catalog.parse(channel.create.type, channel.create.settings);
    if (parsed.ok) return { ...channel, create: { ...channel.create, settings: parsed.settings } };
    const reason = `Its settings aren’t valid in Overdue: ${parsed.problems.map(({ message }) => message).join(' ')}`;
    return { ...channel, create: null, reason };
  });
  return { ...content, channels };
}

/** A monitor that an import created. */
export interface ImportedMonitor {
  readonly planned: PlannedItem;
  readonly shortID: string;
  readonly pingID: string;
}

/**
 * Creates a plan's monitors, channels and keys in one transaction, then records past runs.
 * @throws AppError if any of them can't be created; then none is
 */
export async function applyImport(
  plan: ImportPlan,
  { teamID, project, continuesStatus }: ImportTarget,
  parts: ImportParts,
): Promise<readonly ImportedMonitor[]> {
  const { store, limits, report } = parts;
  const channels = newChannels(plan.channels, teamID, parts);
  const wanted = plan.items.filter(({ outcome }) => outcome === 'create');
  const monitors = wanted.flatMap(({ item }) =>
    item === null
      ? []
      : [newMonitor(item, { teamID, project, continuesStatus, channelIDs: channels.shortIDs }, parts)],
  );
  const created = new Map(monitors.map(({ shortID }, index) => [wanted[index], shortID]));
  const references: readonly Reference[] = [
    { kind: 'project', shortID: project.shortID },
    ...plan.channels.flatMap(({ outcome, shortID }) =>
      outcome === 'exists' && shortID !== null ? [{ kind: 'channel' as const, shortID }] : [],
    ),
  ];
  const projectKeys = newKeys(plan.keys, { teamID, project }, parts);
  const reportWritten = (done: number) => report({ step: 'write', done, total: monitors.length });
  reportWritten(0);
  const imported = await store.importMonitors(
    {
      teamID,
      monitors,
      channels: channels.rows,
      projectKeys,
      edits: [],
      keptIDs: keptIDs(plan, { project, created }),
    },
    limits,
    { references: { teamID, references, check: requireAll(references) }, report: reportWritten },
  );
  if (imported.outcome !== 'imported') throw refusal(imported.outcome, { limits, count: monitors.length });
  await applyHistory(wanted, imported.monitorIDs, parts);
  return monitors.flatMap(({ shortID, pingID }, index) => {
    const planned = wanted[index];
    return planned === undefined ? [] : [{ planned, shortID, pingID }];
  });
}

function requireAll(references: readonly Reference[]): CheckedReferences['check'] {
  return (find) => {
    if (references.some((reference) => find(reference) === null))
      throw new AppError('conflict', 'The project or a channel was deleted during the import. Try again.');
  };
}

/** Records past runs in batches, so that a ping waits for at most one batch. */
async function applyHistory(
  created: readonly PlannedItem[],
  monitorIDs: readonly number[],
  { store, now, report }: Pick<ImportParts, 'store' | 'now' | 'report'>,
): Promise<void> {
  const inputs = created.flatMap(({ item }, index) => {
    const monitorID = monitorIDs[index];
    return monitorID === undefined
      ? []
      : (item?.history ?? []).map((run) => ({ monitorID, command: { ...run, importedAt: now } }));
  });
  const total = Math.min(inputs.length, HISTORY_TOTAL_MAX);
  for (let done = 0; done < total; done += INPUTS_AT_ONCE) {
    report({ step: 'history', done, total });
    await store.apply(inputs.slice(done, done + INPUTS_AT_ONCE));
  }
}

function newChannels(
  planned: readonly PlannedChannel[],
  teamID: string,
  { random, now, catalog }: ImportParts,
): { readonly rows: readonly NewChannel[]; readonly shortIDs: ReadonlyMap<string, string> } {
  const shortIDs = new Map<string, string>();
  const rows: NewChannel[] = [];
  for (const { key, name, create, isDefault, shortID: existing } of planned) {
    if (existing !== null) shortIDs.set(key, existing);
    if (create === null) continue;
    const shortID = newShortID(random);
    shortIDs.set(key, shortID);
    rows.push({
      teamID,
      shortID,
      type: create.type,
      name,
      isDefault,
      subscriptions: DEFAULT_SUBSCRIPTIONS,
      tags: [],
      minSeverity: 'low',
      members: [],
      settings: catalog.seal(shortID, create.settings),
      createdAt: now,
    });
  }
  return { rows, shortIDs };
}

/** Returns the IDs of Healthchecks that stay valid, also of monitors and channels that exist already. */
function keptIDs(
  { items, channels, badges }: ImportPlan,
  {
    project: { id: projectID },
    created,
  }: {
    readonly project: ImportTarget['project'];
    readonly created: ReadonlyMap<PlannedItem | undefined, string>;
  },
): readonly KeptID[] {
  return [
    ...channels.flatMap(({ uuid, shortID }): readonly KeptID[] =>
      uuid === null || shortID === null
        ? []
        : [{ kind: 'channel', projectID, value: uuid, channelShortID: shortID }],
    ),
    ...items.flatMap((planned): readonly KeptID[] => {
      const monitorShortID = created.get(planned) ?? planned.monitorShortID;
      const value = planned.item?.badgeKey ?? null;
      return value === null || monitorShortID === null
        ? []
        : [{ kind: 'check_badge', projectID, value, monitorShortID }];
    }),
    ...badges.map(({ tag, value }): KeptID => ({ kind: 'tag_badge', projectID, value, tag })),
  ];
}

function newKeys(
  planned: readonly PlannedKey[],
  { teamID, project }: Pick<ImportTarget, 'teamID' | 'project'>,
  { random, now, createdBy }: ImportParts,
): readonly NewProjectKey[] {
  return planned
    .filter(({ outcome }) => outcome === 'create')
    .map(({ kind, name, hash, prefix }) => ({
      teamID,
      projectID: project.id,
      shortID: newShortID(random),
      kind,
      name,
      hash,
      prefix,
      createdAt: now,
      createdBy,
    }));
}

function newMonitor(
  item: ImportItem,
  {
    teamID,
    project,
    channelIDs,
    continuesStatus,
  }: ImportTarget & { readonly channelIDs: ReadonlyMap<string, string> },
  { random, now, initialDetails }: ImportParts,
): NewMonitor {
  const pingID = item.pingID ?? random.text(BASE62, PING_ID_LENGTH);
  const { name, description, tags, rules } = item;
  const channels =
    item.channels === null || item.channels === 'all'
      ? null
      : item.channels.flatMap((key) => channelIDs.get(key) ?? []);
  const shortID = newShortID(random);
  const fresh: Monitor = { rules, state: newMonitorState({ createdAt: now, paused: item.paused }) };
  return {
    teamID,
    shortID,
    pingID,
    normalizedPingID: normalizedPingIDOf(pingID),
    createdAt: now,
    details: {
      ...initialDetails,
      name,
      slug: item.slug ?? slugOf(name, shortID),
      description,
      tags,
      projectID: project.id,
      alerting: { ...MONITOR_ALERTING_DEFAULT, channels },
    },
    ...continued(fresh, continuesStatus ? item.statusAtSource : null, { now, random }),
  };
}

/** Returns the initial state of a monitor, and the change that led to it. */
function continued(
  monitor: Monitor,
  statusAtSource: StatusAtSource | null,
  { now, random }: Pick<ImportParts, 'now' | 'random'>,
): Pick<NewMonitor, 'monitor' | 'initialChange'> {
  if (statusAtSource === null) return { monitor };
  const decision = decide(monitor, {
    stored: [],
    command: { kind: 'continue', at: now, ...statusAtSource },
    context: { blindWindows: [], newID: random.uuid },
  });
  const [transition] = decision.transitions;
  const initialChange = transition === undefined ? null : { transition, incidentID: random.uuid() };
  return { monitor: decision.monitor, initialChange };
}

function refusal(
  outcome: Exclude<Imported['outcome'], 'imported'>,
  { limits, count }: { readonly limits: ImportParts['limits']; readonly count: number },
): AppError {
  switch (outcome) {
    case 'allowance_used_up':
      return new AppError(
        'allowance_used_up',
        `The team may have ${limits.monitors} monitors, which leaves too few for the ${count} of this import. Nothing was imported. ` +
          'Delete some, or ask the operator for more.',
      );
    case 'too_many_channels':
      return new AppError(
        'conflict',
        `A team has at most ${limits.channels} channels. Nothing was imported.`,
      );
    case 'too_many_keys':
      return new AppError('conflict', 'The project has too many keys. Delete some. Nothing was imported.');
    case 'id_taken':
    case 'monitor_gone':
      return new AppError(
        'conflict',
        'A ping ID or key was taken during the import. Nothing was imported. Try again.',
      );
  }
}
