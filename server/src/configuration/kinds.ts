import { CONFIGURED_KINDS, type ConfiguredKind } from '@overdue/domain/configuration/resource.ts';
import { CHANNEL_KIND } from './channel-kind.ts';
import type { ConfigurationKind } from './configured-kind.ts';
import { ESCALATION_KIND } from './escalation-kind.ts';
import { MAINTENANCE_KIND } from './maintenance-kind.ts';
import { MONITOR_KIND } from './monitor-kind.ts';
import { ON_CALL_KIND } from './on-call-kind.ts';
import { PROJECT_KIND } from './project-kind.ts';
import { STATUS_PAGE_KIND } from './status-page-kind.ts';
import { VIEW_KIND } from './view-kind.ts';

const KINDS: readonly ConfigurationKind[] = [
  CHANNEL_KIND,
  ON_CALL_KIND,
  ESCALATION_KIND,
  PROJECT_KIND,
  MONITOR_KIND,
  MAINTENANCE_KIND,
  STATUS_PAGE_KIND,
  VIEW_KIND,
];

/** All kinds, ordered so that each kind refers only to earlier kinds. */
export const CONFIGURATION_KINDS: readonly ConfigurationKind[] = CONFIGURED_KINDS.flatMap(
  (kind: ConfiguredKind) => KINDS.filter((candidate) => candidate.kind === kind),
);
