import type { ConfiguredKind } from '@overdue/domain/configuration/kinds.ts';
import type { ConfigurationPlan } from '@overdue/domain/configuration/plan-configuration.ts';
import type { CurrentResource } from '@overdue/domain/configuration/resource.ts';
import type { FileItem, TeamKind } from './configured-kind.ts';

/** A plan with the data to apply it. */
export interface PreparedPlan {
  readonly plan: ConfigurationPlan;
  /** Hash of the plan. Two different plans have different IDs. */
  readonly planID: string;
  readonly items: readonly FileItem[];
  readonly existing: ReadonlyMap<string, CurrentResource>;
  readonly kinds: ReadonlyMap<ConfiguredKind, TeamKind>;
  /** IDs of resources that this file managed and that no longer exist. */
  readonly missingResourceIDs: readonly string[];
}
