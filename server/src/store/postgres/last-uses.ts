import type { AccountStore } from '../../accounts/contract.ts';

/**
 * Records one use at a time per token or session. Skips further uses meanwhile, so that only one request waits if a commit hangs.
 */
export function oneAtATime(recordUse: AccountStore['recordUse']): AccountStore['recordUse'] {
  const inProgress = new Set<string>();
  return async (used, at) => {
    const key = `${used.kind} ${used.id}`;
    if (inProgress.has(key)) return;
    inProgress.add(key);
    try {
      await recordUse(used, at);
    } finally {
      inProgress.delete(key);
    }
  };
}
