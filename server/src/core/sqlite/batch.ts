import type { WindowsOf } from '@overdue/domain/blind-window.ts';
import { type ApplyOutcome, type BatchInput, MISSING_OUTCOME } from '../../database/records.ts';
import { type Connection, transact } from '../../database/sqlite-connection.ts';
import type { Applier } from './apply.ts';
import { isRowError } from './row-error.ts';

/**
 * Applies inputs in one transaction. If a row fails, applies the batch again with one savepoint per input, so that the other
 * inputs still share one fsync.
 */
export function applyBatch(
  db: Connection,
  {
    applier,
    inputs,
    windowsOf,
    setAside,
  }: {
    readonly applier: Applier;
    readonly inputs: readonly BatchInput[];
    readonly windowsOf: WindowsOf;
    /** Sets aside a ping that can't be saved; returns null for other inputs. */
    readonly setAside: (input: BatchInput, error: unknown) => ApplyOutcome | null;
  },
): readonly ApplyOutcome[] {
  try {
    return transact(db, () => applier.apply(inputs, windowsOf));
  } catch (error) {
    applier.forgetAll();
    if (!isRowError(error)) throw error;
  }
  try {
    return transact(db, () =>
      inputs.map((input) => {
        const applied = applyAlone(db, { applier, input, windowsOf });
        return applied.outcome === 'failed' ? (setAside(input, applied.error) ?? applied) : applied;
      }),
    );
  } catch (error) {
    applier.forgetAll();
    throw error;
  }
}

/** Applies an input in its own savepoint. */
export function applyAlone(
  db: Connection,
  {
    applier,
    input,
    windowsOf,
    passesSetAside = false,
  }: {
    readonly applier: Applier;
    readonly input: BatchInput;
    readonly windowsOf: WindowsOf;
    readonly passesSetAside?: boolean;
  },
): ApplyOutcome {
  try {
    const [applied] = transact(db, () => applier.apply([input], windowsOf, passesSetAside));
    return applied ?? MISSING_OUTCOME;
  } catch (error) {
    applier.forget(input.monitorID);
    if (!isRowError(error)) throw error;
    return { outcome: 'failed', error };
  }
}
