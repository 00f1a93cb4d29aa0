import type { Connections } from '../../database/postgres/connections.ts';
import { isRowError } from '../../database/postgres/row-error.ts';
import type { Statement, StatementResult } from '../../database/postgres/statement.ts';
import { BEGIN, COMMIT } from '../../database/postgres/transaction-statements.ts';
import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import type { Tickets } from '../contract.ts';
import type { JudgedMonitor } from '../presence/contract.ts';
import type { AppliedFromQueue } from '../queue-contract.ts';
import { type Applier, lockAll } from './apply.ts';
import { applyDeadlines } from './apply-deadlines.ts';
import { applyQueued } from './apply-queued.ts';
import { type Peers, parsePeers, READ_PEERS } from './nodes/peers.ts';
import { claimTickets, countApplied } from './nodes/tickets.ts';
import { applyOrKeep, applyRefused } from './refused-pings.ts';
import { createTransact } from './transact.ts';

const NO_EPOCH = '';

export interface Batches {
  /**
   * Applies inputs in one transaction. If one of them can't be saved, applies each in its own savepoint, so that the others are
   * saved and still share one commit. Keeps pings that can't be saved. Throws if nothing was saved. After `DatabaseUnavailable`, the commit is uncertain. Inputs
   * whose tickets have a process epoch are new pings: `WouldOvertakePings` means that they could overtake earlier pings and were
   * not saved.
   */
  apply(inputs: readonly BatchInput[], tickets: Tickets | undefined): Promise<readonly ApplyOutcome[]>;
  /** Judges monitors whose wake time has come. Skips monitors that another node has locked. */
  applyDeadlines(at: number, limit: number, except: ReadonlySet<number>): Promise<readonly JudgedMonitor[]>;
  /** See {@link import('../queue-contract.ts').PingQueue}. */
  applyQueued(until: number, limit: number): Promise<readonly AppliedFromQueue[]>;
  applyRefused(monitorID: number, at: number): Promise<readonly ApplyOutcome[]>;
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
        outcomes.push(await applyOrKeep({ applier, send, input, isAcknowledged: false }));
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
    applyRefused: (monitorID, at) => applyRefused(transact, applier, { monitorID, at }),
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
