import { CONFIGURED_KINDS, type ConfiguredKind } from '@overdue/domain/configuration/resource.ts';
import { CHANNEL_KIND } from './channel-kind.ts';
import type { ConfigurationKind, TeamKind } from './configured-kind.ts';
import { ESCALATION_KIND } from './escalation-kind.ts';
import { MAINTENANCE_KIND } from './maintenance-kind.ts';
import { MONITOR_KIND } from './monitor-kind.ts';
import { ON_CALL_KIND } from './on-call-kind.ts';
import { PROJECT_KIND } from './project-kind.ts';
import { STATUS_PAGE_KIND } from './status-page-kind.ts';
import type { TeamState } from './team-state.ts';
import { VIEW_KIND } from './view-kind.ts';

export const CONFIGURATION_KINDS: Readonly<Record<ConfiguredKind, ConfigurationKind>> = {
  channel: CHANNEL_KIND,
  on_call_schedule: ON_CALL_KIND,
  escalation: ESCALATION_KIND,
  project: PROJECT_KIND,
  monitor: MONITOR_KIND,
  maintenance: MAINTENANCE_KIND,
  status_page: STATUS_PAGE_KIND,
  view: VIEW_KIND,
};

/** Reads a team's resources of all kinds, ordered so that each kind refers only to earlier kinds. */
export async function openKinds(state: TeamState): Promise<ReadonlyMap<ConfiguredKind, TeamKind>> {
  const opened = CONFIGURED_KINDS.map(
    async (kind) => [kind, await CONFIGURATION_KINDS[kind].open(state)] as const,
  );
  return new Map(await Promise.all(opened));
}
