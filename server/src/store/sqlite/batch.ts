import type { BlindWindow } from '../../domain/blind-window.ts';
import type { Applied, Input } from '../records.ts';
import { type Connection, transact } from '../sqlite-connection.ts';
import type { Applier } from './apply.ts';
import { isAboutRow } from './row-error.ts';

/**
 * Applies inputs in one transaction. If one of them can't be saved, each is applied by itself within the same
 * transaction, so that the others are saved and still share one fsync. Throws when nothing was saved.
 */
export function applyBatch(
  db: Connection,
  applier: Applier,
  inputs: readonly Input[],
  blindWindows: readonly BlindWindow[],
): readonly Applied[] {
  try {
    return transact(db, () => applier.apply(inputs, blindWindows));
  } catch (error) {
    applier.forgetAll();
    if (!isAboutRow(error)) throw error;
  }
  try {
    return transact(db, () => inputs.map((input) => applyAlone(db, applier, input, blindWindows)));
  } catch (error) {
    applier.forgetAll();
    throw error;
  }
}

/** Within a transaction, this one is a savepoint. */
function applyAlone(
  db: Connection,
  applier: Applier,
  input: Input,
  blindWindows: readonly BlindWindow[],
): Applied {
  try {
    const [applied] = transact(db, () => applier.apply([input], blindWindows));
    return applied ?? { outcome: 'failed', error: new Error('An input came to nothing.') };
  } catch (error) {
    applier.forget(input.monitorID);
    if (!isAboutRow(error)) throw error;
    return { outcome: 'failed', error };
  }
}
