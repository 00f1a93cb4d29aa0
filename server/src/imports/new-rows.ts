import { BASE62 } from '@overdue/domain/access/base62.ts';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { DEFAULT_SUBSCRIPTIONS } from '@overdue/domain/alerting/subscriptions.ts';
import { decide } from '@overdue/domain/decision/decide.ts';
import { pastTransitions } from '@overdue/domain/imported/past-transitions.ts';
import { type Monitor, newMonitorState, storedStatus } from '@overdue/domain/monitor/state.ts';
import { normalizedPingIDOf, PING_ID_LENGTH } from '@overdue/domain/ping/ping.ts';
import { slugOf } from '@overdue/domain/ping/slug.ts';
import type { NewChannel } from '../channels/contract.ts';
import type { ImportItem } from '../compat/source/item.ts';
import type { NewMonitor } from '../database/records.ts';
import type { LegacyID } from '../monitors/contract.ts';
import { newShortID } from '../platform/runtime/random.ts';
import type { NewProjectKey } from '../projects/contract.ts';
import type { ImportPlan, PlannedItem } from './plan.ts';
import type { PlannedChannel } from './plan-channels.ts';
import type { PlannedKey } from './plan-keys.ts';
import type { ImportParts, ImportTarget } from './prepare.ts';

export function newChannels(
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

/** Returns the Healthchecks IDs that stay valid after the import, including IDs for existing monitors and channels. */
export function legacyIDs(
  { items, channels, badges }: ImportPlan,
  {
    project: { id: projectID },
    created,
  }: {
    readonly project: ImportTarget['project'];
    readonly created: ReadonlyMap<PlannedItem | undefined, string>;
  },
): readonly LegacyID[] {
  return [
    ...channels.flatMap(({ uuid, shortID }): readonly LegacyID[] =>
      uuid === null || shortID === null
        ? []
        : [{ kind: 'channel', projectID, value: uuid, channelShortID: shortID }],
    ),
    ...items.flatMap((planned): readonly LegacyID[] => {
      const monitorShortID = created.get(planned) ?? planned.monitorShortID;
      const value = planned.item?.badgeKey ?? null;
      return value === null || monitorShortID === null
        ? []
        : [{ kind: 'check_badge', projectID, value, monitorShortID }];
    }),
    ...badges.map(({ tag, value }): LegacyID => ({ kind: 'tag_badge', projectID, value, tag })),
  ];
}

export function newKeys(
  planned: readonly PlannedKey[],
  { teamID, project }: Pick<ImportTarget, 'teamID' | 'project'>,
  { random, now, createdBy, keyEnd }: ImportParts,
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
      ...keyEnd,
    }));
}

export function newMonitor(
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
  const fresh: Monitor = {
    rules,
    state: newMonitorState({ kind: rules.kind, createdAt: now, paused: item.paused }),
  };
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
    ...withPast(
      fresh,
      { ...item, statusAtSource: continuesStatus ? item.statusAtSource : null },
      { now, random },
    ),
  };
}

/** Returns the initial state of a monitor, and the changes that led to it. */
function withPast(
  monitor: Monitor,
  { statusAtSource, pastStatuses }: Pick<ImportItem, 'statusAtSource' | 'pastStatuses'>,
  { now, random }: Pick<ImportParts, 'now' | 'random'>,
): Pick<NewMonitor, 'monitor' | 'pastTransitions'> {
  const decision =
    statusAtSource === null
      ? { monitor, transitions: [] }
      : decide(monitor, {
          stored: [],
          command: { kind: 'continue', at: now, ...statusAtSource },
          context: { blindWindows: [], newID: random.uuid },
        });
  const [change = null] = decision.transitions;
  const status = storedStatus(decision.monitor.state);
  const transitions = pastTransitions(pastStatuses, { status, change, at: now });
  return {
    monitor: decision.monitor,
    pastTransitions: transitions.map((transition, index) => ({
      transition,
      // Earlier outages have no incident, because no one was alerted here.
      incidentID: change !== null && index === transitions.length - 1 ? random.uuid() : null,
    })),
  };
}
