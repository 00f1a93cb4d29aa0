import type { Access } from '@overdue/domain/access/access.ts';
import type { ChannelRecord } from '../channels/contract.ts';
import type { ChannelSettings, SettingsResult } from '../channels/settings/settings-schema.ts';
import type { SealedChecks } from '../checks/sealed-check.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { MonitorListStore } from '../monitors/contract.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Random } from '../platform/runtime/random.ts';
import { createSlices, type Slices } from '../platform/runtime/yield-to-pings.ts';
import type { Project } from '../projects/contract.ts';
import type { Member, TeamStore } from '../teams/contract.ts';
import type { ConfigurationStore, ManagedResourceTypes, ResourceStores } from './contract.ts';

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
  readonly store: ConfigurationStore & ResourceStores & Pick<TeamStore, 'listMembers'> & MonitorListStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly catalog: SettingsCatalog;
  readonly sealedChecks: SealedChecks;
  /** Maximum monitors of the team. */
  readonly allowance: number;
}

/** State of a team that several kinds of resources share. */
export interface TeamState {
  readonly access: Access;
  readonly parts: ConfigurationParts;
  readonly slices: Slices;
  readonly managed: readonly ManagedResourceTypes['record'][];
  readonly members: readonly Member[];
  readonly projects: readonly Project[];
  readonly monitors: readonly MonitorRecord[];
}

export async function readTeamState(access: Access, parts: ConfigurationParts): Promise<TeamState> {
  const { store, clock } = parts;
  const { teamID } = access;
  const slices = createSlices(clock);
  // Reads first which file manages each resource, so that a later change is detected when the plan is applied.
  const managed = await store.managed.list(teamID);
  const [members, projects, listed] = await Promise.all([
    store.listMembers({ teamID }),
    store.projects.list(teamID),
    store.listMonitors(teamID, {}),
  ]);
  const monitors: MonitorRecord[] = [];
  for (const row of listed) {
    if (slices.isOver()) await slices.next();
    monitors.push(row.read());
  }
  return { access, parts, slices, managed, members, projects, monitors };
}

/** Returns the short ID of the team's default project, which contains monitors without an explicit project. */
export function defaultProjectOf({ projects }: Pick<TeamState, 'projects'>): string {
  return projects.find(({ isDefault }) => isDefault)?.shortID ?? '';
}
