import type { Database } from 'better-sqlite3';
import type { BlindWindow } from '../../domain/blind-window.ts';
import type { Applied, Input } from '../store.ts';
import type { Applier } from './apply.ts';
import { isAboutRow } from './row-error.ts';

/**
 * Applies inputs in one transaction. If one of them can't be saved, each is applied by itself within the same
 * transaction, so that the others are saved and still share one fsync. Throws when nothing was saved.
 */
export function applyBatch(
  db: Database,
  applier: Applier,
  inputs: readonly Input[],
  blindWindows: readonly BlindWindow[],
): readonly Applied[] {
  try {
    return db.transaction(() => applier.apply(inputs, blindWindows)).immediate();
  } catch (error) {
    applier.forgetAll();
    if (!isAboutRow(error)) throw error;
  }
  try {
    return db
      .transaction(() => inputs.map((input) => applyAlone(db, applier, input, blindWindows)))
      .immediate();
  } catch (error) {
    applier.forgetAll();
    throw error;
  }
}

/** Within a transaction, this one is a savepoint. */
function applyAlone(
  db: Database,
  applier: Applier,
  input: Input,
  blindWindows: readonly BlindWindow[],
): Applied {
  try {
    const [applied] = db.transaction(() => applier.apply([input], blindWindows))();
    return applied ?? { outcome: 'failed', error: new Error('An input came to nothing.') };
  } catch (error) {
    applier.forget(input.monitorID);
    if (!isAboutRow(error)) throw error;
    return { outcome: 'failed', error };
  }
}
