import { pruneAccounts } from '../accounts/sign-in-attempts.ts';
import { countStatuses } from '../monitors/statuses.ts';
import type { QueryContext } from '../query-context.ts';
import type { KeyStore, OperationsStore, RetentionStore } from './contract.ts';
import * as keys from './key-check.ts';
import { countSetAside, retrySetAside } from './set-aside.ts';

export function keyQueries({ db }: QueryContext): KeyStore {
  return {
    keyCheck: () => keys.findKeyCheck(db),
    keepKeyCheck: (sealed) => keys.keepKeyCheck(db, sealed),
    replaceKeyCheck: (sealed) => keys.replaceKeyCheck(db, sealed),
    sealedSettings: (limit) => keys.listSealedSettings(db, limit),
    sealedTOTPKeys: (limit) => keys.listSealedTOTPKeys(db, limit),
  };
}

/** Upkeep that doesn't depend on how a database stores events and runs. */
export function upkeepQueries({ db, within }: QueryContext) {
  return {
    countStatuses: (now, afterID, span) => countStatuses(db, { now, afterID, span }),
    countSetAside: () => countSetAside(db),
    retrySetAside: (again) => within((transaction) => retrySetAside(transaction, again)),
    pruneAccounts: (now, limit) => within((transaction) => pruneAccounts(transaction, now, limit)),
  } satisfies Partial<OperationsStore & RetentionStore>;
}
