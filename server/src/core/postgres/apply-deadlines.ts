import { isRowError } from '../../database/postgres/row-error.ts';
import { BEGIN, COMMIT } from '../../database/postgres/transaction-statements.ts';
import type { JudgedMonitor } from '../presence/contract.ts';
import type { Applier } from './apply.ts';
import { lockOverdue } from './states.ts';
import { applyAlone, type Transact } from './transact.ts';

interface Sweep {
  readonly at: number;
  readonly limit: number;
  readonly except: ReadonlySet<number>;
}

/** Judges monitors whose wake time has come. If one of them can't be saved, judges each in its own savepoint. */
export async function applyDeadlines(
  transact: Transact,
  applier: Applier,
  sweep: Sweep,
): Promise<readonly JudgedMonitor[]> {
  const { at, limit, except } = sweep;
  try {
    return await transact((send) =>
      applier.applyToLocked(
        { send, open: BEGIN, close: [COMMIT] },
        lockOverdue(at, limit, except),
        (monitorID) => ({ monitorID, command: { kind: 'deadline', at } }),
      ),
    );
  } catch (error) {
    if (!isRowError(error)) throw error;
    return judgeEachAlone(transact, applier, sweep);
  }
}

function judgeEachAlone(
  transact: Transact,
  applier: Applier,
  { at, limit, except }: Sweep,
): Promise<readonly JudgedMonitor[]> {
  return transact(async (send) => {
    const results = await send([...BEGIN, lockOverdue(at, limit, except)]);
    const judged: JudgedMonitor[] = [];
    for (const [id] of results.at(-1)?.rows ?? []) {
      const monitorID = Number(id);
      const applied = await applyAlone(applier, { monitorID, command: { kind: 'deadline', at } }, { send });
      judged.push({ monitorID, applied });
    }
    await send([COMMIT]);
    return judged;
  });
}
