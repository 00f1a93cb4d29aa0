import type { KeyStore, OperationsStore } from '../../core/operations.ts';
import { countSetAside } from '../../core/queries/set-aside.ts';
import type { QueryContext } from '../../database/query-context.ts';
import { countStatuses } from '../../monitors/queries.ts';
import { findSealedTexts, saveKeyCheck } from './key-check.ts';

export function keyQueries({ db }: QueryContext): KeyStore {
  return {
    findSealedTexts: (limit) => findSealedTexts(db, limit),
    saveKeyCheck: (sealed, options) => saveKeyCheck(db, sealed, options),
  };
}

/** Upkeep that doesn't depend on how a database stores events and runs. */
export function upkeepQueries({ db }: QueryContext) {
  return {
    countStatuses: (now, afterID, span) => countStatuses(db, { now, afterID, span }),
    countSetAside: () => countSetAside(db),
  } satisfies Partial<OperationsStore>;
}
