import type { Connections } from '../../database/postgres/connections.ts';
import { isRowError } from '../../database/postgres/row-error.ts';
import type { Send } from '../../database/postgres/send-groups.ts';
import type { Statement, StatementResult } from '../../database/postgres/statement.ts';
import { BEGIN, COMMIT } from '../../database/postgres/transaction-statements.ts';
import { type ApplyOutcome, type BatchInput, MISSING_OUTCOME } from '../../database/records.ts';
import type { AppliedFromQueue, JudgedMonitor, Tickets } from '../contract.ts';
import { type Applier, lockAll } from './apply.ts';
import { type Peers, parsePeers, READ_PEERS } from './cooperation/peers.ts';
import { lockFirst } from './cooperation/queue.ts';
import { claimTickets, countApplied } from './cooperation/tickets.ts';
import { applyOrSetAside, applyPingsSetAside } from './pings-set-aside.ts';
import { lockOverdue } from './states.ts';
import { applyAlone, createTransact, type Transact } from './transact.ts';

const NO_EPOCH = '';

export interface Batches {
  /**
   * Applies inputs in one transaction. If one of them can't be saved, applies each in its own savepoint, so that the others are
   * saved and still share one commit. Sets aside pings that can't be saved. Throws if nothing was saved. After `DatabaseUnavailable`, the commit is uncertain. Inputs
   * whose tickets have a process epoch are new pings: `WouldOvertakePings` means that they could overtake earlier pings and were
   * not saved.
   */
  apply(inputs: readonly BatchInput[], tickets: Tickets | undefined): Promise<readonly ApplyOutcome[]>;
  /** Judges monitors whose wake time has come. Skips monitors that another node has locked. */
  applyDeadlines(at: number, limit: number, except: ReadonlySet<number>): Promise<readonly JudgedMonitor[]>;
  /** See {@link import('../contract.ts').PingQueue}. */
  applyQueued(until: number, limit: number): Promise<readonly AppliedFromQueue[]>;
  applyPingsSetAside(monitorID: number, at: number): Promise<readonly ApplyOutcome[]>;
}

export function createBatches(connections: Connections, applier: Applier, peers: Peers): Batches {
  const transact = createTransact(connections, applier);
  /** Last submitted batch of each epoch. The next batch of the epoch waits for it, which keeps their order. */
  const lastByEpoch = new Map<string, Promise<unknown>>();

  function applyTogether(inputs: readonly BatchInput[], opening: Opening): Promise<readonly ApplyOutcome[]> {
    return transact(async (send) => {
      let before = 0;
      const applied = await applier.apply(
        { send, open: opening.statements, close: [COMMIT] },
        inputs,
        (results) => {
          before = opening.countApplied(results);
          return inputs.slice(before);
        },
      );
      return [...appliedBefore(before), ...applied];
    });
  }

  function applyEachAlone(inputs: readonly BatchInput[], opening: Opening): Promise<readonly ApplyOutcome[]> {
    return transact(async (send) => {
      const before = opening.countApplied(await send(opening.statements));
      const outcomes = appliedBefore(before);
      const fresh = inputs.slice(before);
      await send(lockAll(fresh));
      for (const input of fresh)
        outcomes.push(await applyOrSetAside({ applier, send, input, isAcknowledged: false }));
      await send([COMMIT]);
      return outcomes;
    });
  }

  async function apply(inputs: readonly BatchInput[], opening: Opening): Promise<readonly ApplyOutcome[]> {
    try {
      return await applyTogether(inputs, opening);
    } catch (error) {
      if (!isRowError(error)) throw error;
      return applyEachAlone(inputs, opening);
    }
  }

  return {
    apply(inputs, tickets) {
      if (inputs.length === 0) return Promise.resolve([]);
      const run = () => apply(inputs, openWith(tickets, peers));
      const epoch = tickets?.epoch ?? NO_EPOCH;
      const applied = (lastByEpoch.get(epoch) ?? Promise.resolve()).then(run, run);
      lastByEpoch.set(epoch, applied);
      return applied;
    },
    applyDeadlines: (at, limit, except) => applyDeadlines(transact, applier, { at, limit, except }),
    applyPingsSetAside: (monitorID, at) => applyPingsSetAside(transact, applier, { monitorID, at }),
    applyQueued: (until, limit) => applyQueued(transact, applier, { until, limit }),
  };
}

/**
 * Statements that open a batch's transaction. `countApplied` returns how many inputs are already applied, and throws if new pings
 * could overtake earlier pings.
 */
interface Opening {
  readonly statements: readonly Statement[];
  readonly countApplied: (results: readonly StatementResult[]) => number;
}

function openWith(tickets: Tickets | undefined, peers: Peers): Opening {
  if (tickets === undefined) return { statements: BEGIN, countApplied: () => 0 };
  const { processEpoch } = tickets;
  const reading = processEpoch === undefined ? [] : READ_PEERS;
  return {
    statements: [...BEGIN, claimTickets(tickets), ...reading],
    countApplied(results) {
      const [claimed, ...seen] = results.slice(BEGIN.length);
      if (processEpoch !== undefined) peers.refuseOvertaking(parsePeers(seen), processEpoch);
      return countApplied(tickets, claimed);
    },
  };
}

function appliedBefore(count: number): ApplyOutcome[] {
  return Array.from({ length: count }, () => ({ outcome: 'already_applied' }));
}

interface Sweep {
  readonly at: number;
  readonly limit: number;
  readonly except: ReadonlySet<number>;
}

/** Judges monitors whose wake time has come. If one of them can't be saved, judges each in its own savepoint. */
async function applyDeadlines(
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

const GONE: AppliedFromQueue = { monitorID: null, applied: { outcome: 'gone' } };

interface Span {
  readonly until: number;
  readonly limit: number;
}

/** Applies the first queued pings. If one of them can't be saved, applies each in its own savepoint, and sets aside the pings that can't be saved. */
async function applyQueued(
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
      const applied = await applyOrSetAside({ applier, send, input, isAcknowledged: true });
      outcomes.push({ monitorID: input.monitorID, applied });
    }
  }
  await send([...remove, COMMIT]);
  return outcomes;
}
