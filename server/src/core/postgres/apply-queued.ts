import { isRowError } from '../../database/postgres/row-error.ts';
import type { Send } from '../../database/postgres/send-groups.ts';
import { COMMIT } from '../../database/postgres/transaction-statements.ts';
import { MISSING_OUTCOME } from '../../database/records.ts';
import type { AppliedFromQueue } from '../queue-contract.ts';
import { type Applier, lockAll } from './apply.ts';
import { lockFirst } from './nodes/queue.ts';
import { applyOrKeep } from './refused-pings.ts';
import type { Transact } from './transact.ts';

const GONE: AppliedFromQueue = { monitorID: null, applied: { outcome: 'gone' } };

interface Span {
  readonly until: number;
  readonly limit: number;
}

/** Applies the first queued pings. If one of them can't be saved, applies each in its own savepoint, and keeps the pings that can't be saved. */
export async function applyQueued(
  transact: Transact,
  applier: Applier,
  span: Span,
): Promise<readonly AppliedFromQueue[]> {
  try {
    return await transact((send) => applyTogether(applier, send, span));
  } catch (error) {
    if (!isRowError(error)) throw error;
    return transact((send) => applyEachAlone(applier, send, span));
  }
}

async function applyTogether(
  applier: Applier,
  send: Send,
  { until, limit }: Span,
): Promise<readonly AppliedFromQueue[]> {
  const { pings, remove } = await lockFirst(send, until, limit);
  const inputs = pings.flatMap(({ input }) => input ?? []);
  const close = [...remove, COMMIT];
  if (inputs.length === 0) await send(close);
  const applied = inputs.length === 0 ? [] : await applier.apply({ send, open: [], close }, inputs);
  let next = 0;
  return pings.map(({ input }) => {
    if (input === null) return GONE;
    next += 1;
    return { monitorID: input.monitorID, applied: applied[next - 1] ?? MISSING_OUTCOME };
  });
}

async function applyEachAlone(
  applier: Applier,
  send: Send,
  { until, limit }: Span,
): Promise<readonly AppliedFromQueue[]> {
  const { pings, remove } = await lockFirst(send, until, limit);
  await send(lockAll(pings.flatMap(({ input }) => input ?? [])));
  const outcomes: AppliedFromQueue[] = [];
  for (const { input } of pings) {
    if (input === null) outcomes.push(GONE);
    else {
      const applied = await applyOrKeep({ applier, send, input, isAcknowledged: true });
      outcomes.push({ monitorID: input.monitorID, applied });
    }
  }
  await send([...remove, COMMIT]);
  return outcomes;
}
