import type { BlindWindow } from '@overdue/domain/blind-window.ts';
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
    blindWindows,
    keep,
  }: {
    readonly applier: Applier;
    readonly inputs: readonly BatchInput[];
    readonly blindWindows: readonly BlindWindow[];
    /** Keeps a ping that can't be saved; returns null for other inputs. */
    readonly keep: (input: BatchInput, error: unknown) => ApplyOutcome | null;
  },
): readonly ApplyOutcome[] {
  try {
    return transact(db, () => applier.apply(inputs, blindWindows));
  } catch (error) {
    applier.forgetAll();
    if (!isRowError(error)) throw error;
  }
  try {
    return transact(db, () =>
      inputs.map((input) => {
        const applied = applyAlone(db, { applier, input, blindWindows });
        return applied.outcome === 'failed' ? (keep(input, applied.error) ?? applied) : applied;
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
    blindWindows,
    passesRefused = false,
  }: {
    readonly applier: Applier;
    readonly input: BatchInput;
    readonly blindWindows: readonly BlindWindow[];
    readonly passesRefused?: boolean;
  },
): ApplyOutcome {
  try {
    const [applied] = transact(db, () => applier.apply([input], blindWindows, passesRefused));
    return applied ?? MISSING_OUTCOME;
  } catch (error) {
    applier.forget(input.monitorID);
    if (!isRowError(error)) throw error;
    return { outcome: 'failed', error };
  }
}
