import type { Rules } from '../../../domain/monitor.ts';
import { createRecent } from '../../../runtime/recent.ts';
import { parseRules, RULES_COLUMNS, toRulesRow } from '../../monitors/columns.ts';
import { bigintArray } from '../connection/arrays.ts';
import type { Fields, Statement } from '../connection/statement.ts';
import type { LockedState } from './states.ts';

const REMEMBERED_MAX = 100_000;

export interface KnownRules {
  readonly teamID: string;
  readonly rules: Rules;
}

/** Caches rules by the version in a monitor's state. A ping reads only the state; an edit on any node changes the version. */
export interface RulesMemory {
  /** Whether an entry exists, possibly a stale one. */
  has(monitorID: number): boolean;
  /** Returns the cached rules; undefined if they must be read, which requires the lock on the state. */
  find(locked: LockedState): KnownRules | undefined;
  keep(locked: LockedState, known: KnownRules): void;
  /** Must run after a transaction that was not committed, because the cache may hold its uncommitted rules. */
  clear(): void;
}

export function createRulesMemory(): RulesMemory {
  const memory = createRecent<number, KnownRules & { readonly version: number }>(REMEMBERED_MAX);
  return {
    has: (monitorID) => memory.get(monitorID) !== undefined,
    find({ monitorID, rulesVersion }) {
      const remembered = memory.get(monitorID);
      return remembered?.version === rulesVersion ? remembered : undefined;
    },
    keep: ({ monitorID, rulesVersion }, known) => memory.set(monitorID, { ...known, version: rulesVersion }),
    clear: () => memory.clear(),
  };
}

export function readRules(monitorIDs: readonly number[]): Statement {
  return {
    text: `SELECT id, team_id, ${RULES_COLUMNS.map(({ column }) => column).join(', ')}
      FROM monitors WHERE id = ANY($1::bigint[])`,
    values: [bigintArray(monitorIDs, (id) => id)],
  };
}

export function parseKnownRules([id, teamID, ...rules]: Fields): readonly [
  monitorID: number,
  known: KnownRules,
] {
  return [Number(id), { teamID: teamID ?? '', rules: parseRules(toRulesRow(rules)) }];
}
