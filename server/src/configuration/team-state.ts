import type { Access } from '@overdue/domain/access/access.ts';
import type { ChannelRecord, ChannelStore } from '../channels/contract.ts';
import type { ChannelSettings, SettingsResult } from '../channels/settings/settings-schema.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { EscalationResource, EscalationStore } from '../escalations/contract.ts';
import type { MaintenanceResource, MaintenanceStore } from '../maintenance/contract.ts';
import type { MonitorListStore } from '../monitors/contract.ts';
import type { OnCallResource, OnCallStore } from '../on-call/contract.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Random } from '../platform/runtime/random.ts';
import { createSlices, type Slices } from '../platform/runtime/yield-to-pings.ts';
import type { Project, ProjectStore, ShareResource, ShareStore } from '../projects/contract.ts';
import type { Member, TeamStore } from '../teams/contract.ts';
import type { ViewResource, ViewStore } from '../views/contract.ts';
import type { ConfigurationStore, ManagedResourceTypes } from './contract.ts';

type SealedChannel = Pick<ChannelRecord, 'shortID' | 'type' | 'settings'>;

/** Methods of the channel catalog for settings. */
interface SettingsCatalog {
  parse(type: string, input: unknown): SettingsResult;
  merge(channel: SealedChannel, change: unknown): SettingsResult;
  has(channel: SealedChannel, settings: ChannelSettings): boolean;
  seal(shortID: string, settings: ChannelSettings): string;
  show(channel: SealedChannel): ChannelSettings;
}

/** Parts of the service that configuration files need. */
export interface ConfigurationParts {
  readonly store: ConfigurationStore &
    ChannelStore &
    EscalationStore &
    MaintenanceStore &
    Pick<OnCallStore, 'onCall'> &
    Pick<ProjectStore, 'projects'> &
    Pick<ShareStore, 'shares'> &
    Pick<TeamStore, 'listMembers'> &
    ViewStore &
    MonitorListStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly catalog: SettingsCatalog;
  /** Maximum monitors of the team. */
  readonly allowance: number;
}

/** Snapshot of all resources of a team that configuration files can manage. */
export interface TeamState {
  readonly access: Access;
  readonly parts: ConfigurationParts;
  readonly slices: Slices;
  readonly managed: readonly ManagedResourceTypes['record'][];
  readonly members: readonly Member[];
  readonly channels: readonly ChannelRecord[];
  readonly onCallSchedules: readonly OnCallResource['record'][];
  readonly escalations: readonly EscalationResource['record'][];
  readonly projects: readonly Project[];
  readonly monitors: readonly MonitorRecord[];
  readonly maintenance: readonly MaintenanceResource['record'][];
  readonly shares: readonly ShareResource['record'][];
  /** Shared views only. */
  readonly views: readonly ViewResource['record'][];
}

export async function readTeamState(access: Access, parts: ConfigurationParts): Promise<TeamState> {
  const { store, clock } = parts;
  const { teamID } = access;
  const slices = createSlices(clock);
  // Reads first which file manages each resource, so that a later change is detected when the plan is applied.
  const managed = await store.managed.list(teamID);
  const [members, channels, onCallSchedules, escalations, projects, listed, maintenance, shares, views] =
    await Promise.all([
      store.listMembers({ teamID }),
      store.channels.list(teamID),
      store.onCall.schedules.list(teamID),
      store.escalations.list(teamID),
      store.projects.list(teamID),
      store.listMonitors(teamID, {}),
      store.maintenance.list(teamID),
      store.shares.list(teamID),
      store.savedViews(null).list(teamID),
    ]);
  const monitors: MonitorRecord[] = [];
  for (const row of listed) {
    if (slices.isOver()) await slices.next();
    monitors.push(row.read());
  }
  return {
    access,
    parts,
    slices,
    managed,
    members,
    channels,
    onCallSchedules,
    escalations,
    projects,
    monitors,
    maintenance,
    shares,
    views,
  };
}

/** Returns the short ID of the team's default project, which contains monitors without an explicit project. */
export function defaultProjectOf({ projects }: Pick<TeamState, 'projects'>): string {
  return projects.find(({ isDefault }) => isDefault)?.shortID ?? '';
}
