import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { columnNames } from '../../database/column.ts';
import { parseRules, RULES_COLUMNS, type RulesRow } from '../../database/monitor-settings-columns.ts';
import { bigintArray } from '../../database/postgres/arrays.ts';
import type { RowFields, Statement } from '../../database/postgres/statement.ts';
import { rowMaker } from '../../database/row-maker.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { LockedState } from './states.ts';

const CACHED_MAX = 100_000;

const RULES_NAMES = columnNames(RULES_COLUMNS);
const rulesRowOf = rowMaker<RulesRow>(RULES_NAMES);

export interface CachedRules {
  readonly teamID: string;
  readonly rules: MonitorRules;
}

/**
 * Caches rules with the version in a monitor's state. An edit on any node changes the version, so a ping needs to read only the
 * state.
 */
export interface RulesCache {
  /** Whether an entry exists, possibly a stale one. */
  has(monitorID: number): boolean;
  /** Returns the cached rules; undefined if they must be read, which requires the lock on the state. */
  find(locked: LockedState): CachedRules | undefined;
  keep(locked: LockedState, rules: CachedRules): void;
  /** Must run after a transaction that was not committed, because the cache may hold its uncommitted rules. */
  clear(): void;
}

export function createRulesCache(): RulesCache {
  const cache = createGenerationCache<number, CachedRules & { readonly version: number }>(CACHED_MAX);
  return {
    has: (monitorID) => cache.get(monitorID) !== undefined,
    find({ monitorID, rulesVersion }) {
      const cached = cache.get(monitorID);
      return cached?.version === rulesVersion ? cached : undefined;
    },
    keep: ({ monitorID, rulesVersion }, rules) => cache.set(monitorID, { ...rules, version: rulesVersion }),
    clear: () => cache.clear(),
  };
}

export function readRules(monitorIDs: readonly number[]): Statement {
  return {
    text: `SELECT id, team_id, ${RULES_NAMES.join(', ')}
      FROM monitors WHERE id = ANY($1::bigint[])`,
    values: [bigintArray(monitorIDs, (id) => id)],
  };
}

export function parseCachedRules([id, teamID, ...rules]: RowFields): readonly [
  monitorID: number,
  known: CachedRules,
] {
  return [Number(id), { teamID: teamID ?? '', rules: parseRules(rulesRowOf(rules)) }];
}
