import { countStatuses } from '../monitors/statuses.ts';
import type { QueryContext } from '../query-context.ts';
import type { KeyStore, OperationsStore } from './contract.ts';
import { findSealedTexts, saveKeyCheck } from './key-check.ts';
import { countSetAside } from './set-aside.ts';

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
