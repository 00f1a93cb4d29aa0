import type { Tickets } from '../../pings/contract.ts';
import type { AppliedFromQueue } from '../../pings/queue-contract.ts';
import type { Judged } from '../../presence/contract.ts';
import type { Applied, Input } from '../../records.ts';
import type { Connection, Connections } from '../connection/connections.ts';
import { BEGIN, COMMIT, RELEASE, ROLLBACK, ROLLBACK_TO_SAVEPOINT, SAVEPOINT } from '../connection/frame.ts';
import { isAboutRow, isConflict } from '../connection/row-error.ts';
import type { Answer, Statement } from '../connection/statement.ts';
import { type Peers, parsePeers, READ_PEERS } from '../nodes/peers.ts';
import { lockFirst } from '../nodes/queue.ts';
import { claimTickets, countApplied } from '../nodes/tickets.ts';
import type { Applier, Send } from './apply.ts';
import { lockOverdue } from './states.ts';

const NO_EPOCH = '';
/** Maximum attempts at a transaction that conflicts with others. */
const ATTEMPTS_MAX = 5;

const NOTHING: Applied = {
  outcome: 'failed',
  error: new Error('The store returned no outcome for an input.'),
};

const GONE: AppliedFromQueue = { monitorID: null, applied: { outcome: 'gone' } };

export interface Batches {
  /**
   * Applies inputs in one transaction. If one of them can't be saved, applies each in its own savepoint, so
   * that the others are saved and still share one commit. Throws if nothing was saved; `DatabaseUnavailable`
   * leaves that in doubt. Inputs whose tickets have a process epoch are new pings: `PingsFirst` means that they could
   * overtake others and were not saved.
   */
  apply(inputs: readonly Input[], tickets: Tickets | undefined): Promise<readonly Applied[]>;
  /** Judges monitors whose wake time has come, skipping those that another node has locked. */
  judgeOverdue(at: number, limit: number, except: ReadonlySet<number>): Promise<readonly Judged[]>;
  /** See {@link import('../../pings/queue-contract.ts').PingQueue}. */
  applyQueued(until: number, limit: number): Promise<readonly AppliedFromQueue[]>;
}

export function createBatches(connections: Connections, applier: Applier, peers: Peers): Batches {
  // Long because every kind of batch falls back to applying each input alone in the same way.
  /** Runs a transaction whose last statements commit it. Rolls back and rethrows if the work fails. */
  async function transact<T>(work: (send: Send) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await connections.connect();
      try {
        return await work((statements) => connection.pipeline(statements));
      } catch (error) {
        applier.forgetAll();
        await rollBack(connection);
        if (attempt === ATTEMPTS_MAX || !isConflict(error)) throw error;
      } finally {
        connection.release();
      }
    }
  }

  function together(inputs: readonly Input[], opening: Opening): Promise<readonly Applied[]> {
    return transact(async (send) => {
      let before = 0;
      const applied = await applier.apply(
        { send, open: opening.statements, close: [COMMIT] },
        inputs,
        (answers) => {
          before = opening.countApplied(answers);
          return inputs.slice(before);
        },
      );
      return [...appliedBefore(before), ...applied];
    });
  }

  function eachAlone(inputs: readonly Input[], opening: Opening): Promise<readonly Applied[]> {
    return transact(async (send) => {
      const before = opening.countApplied(await send(opening.statements));
      const outcomes = appliedBefore(before);
      for (const input of inputs.slice(before)) outcomes.push(await applyAlone(send, input));
      await send([COMMIT]);
      return outcomes;
    });
  }

  async function applyAlone(send: Send, input: Input): Promise<Applied> {
    try {
      const [applied] = await applier.apply({ send, open: [SAVEPOINT], close: [RELEASE] }, [input]);
      return applied ?? NOTHING;
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      await send([ROLLBACK_TO_SAVEPOINT]);
      return { outcome: 'failed', error };
    }
  }

  async function apply(inputs: readonly Input[], opening: Opening): Promise<readonly Applied[]> {
    try {
      return await together(inputs, opening);
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      return eachAlone(inputs, opening);
    }
  }

  /** Keeps batches of one epoch in the order in which they were submitted. */
  const lastByEpoch = new Map<string, Promise<unknown>>();

  return {
    apply(inputs, tickets) {
      if (inputs.length === 0) return Promise.resolve([]);
      const run = () => apply(inputs, openWith(tickets, peers));
      const epoch = tickets?.epoch ?? NO_EPOCH;
      const applied = (lastByEpoch.get(epoch) ?? Promise.resolve()).then(run, run);
      lastByEpoch.set(epoch, applied);
      return applied;
    },
    async judgeOverdue(at, limit, except) {
      try {
        return await transact((send) =>
          applier.applyToLocked(
            { send, open: BEGIN, close: [COMMIT] },
            lockOverdue(at, limit, except),
            (monitorID) => ({
              monitorID,
              command: { kind: 'deadline', at },
            }),
          ),
        );
      } catch (error) {
        if (!isAboutRow(error)) throw error;
        return judgeEachAlone(at, limit, except);
      }
    },
    async applyQueued(until, limit) {
      try {
        return await transact((send) => drain(send, until, limit));
      } catch (error) {
        if (!isAboutRow(error)) throw error;
        return transact((send) => drainEachAlone(send, until, limit));
      }
    },
  };

  async function drain(send: Send, until: number, limit: number): Promise<readonly AppliedFromQueue[]> {
    const { pings, remove } = await lockFirst(send, until, limit);
    const inputs = pings.flatMap(({ input }) => input ?? []);
    const close = [...remove, COMMIT];
    if (inputs.length === 0) await send(close);
    const applied = inputs.length === 0 ? [] : await applier.apply({ send, open: [], close }, inputs);
    let next = 0;
    return pings.map(({ input }) => {
      if (input === null) return GONE;
      next += 1;
      return { monitorID: input.monitorID, applied: applied[next - 1] ?? NOTHING };
    });
  }

  async function drainEachAlone(
    send: Send,
    until: number,
    limit: number,
  ): Promise<readonly AppliedFromQueue[]> {
    const { pings, remove } = await lockFirst(send, until, limit);
    const outcomes: AppliedFromQueue[] = [];
    for (const { input } of pings)
      outcomes.push(
        input === null ? GONE : { monitorID: input.monitorID, applied: await applyAlone(send, input) },
      );
    await send([...remove, COMMIT]);
    return outcomes;
  }

  /** Judges each monitor in its own savepoint, so that one that can't be saved doesn't block the others. */
  function judgeEachAlone(
    at: number,
    limit: number,
    except: ReadonlySet<number>,
  ): Promise<readonly Judged[]> {
    return transact(async (send) => {
      const answers = await send([...BEGIN, lockOverdue(at, limit, except)]);
      const judged: Judged[] = [];
      for (const [id] of answers.at(-1)?.rows ?? []) {
        const monitorID = Number(id);
        judged.push({
          monitorID,
          applied: await applyAlone(send, { monitorID, command: { kind: 'deadline', at } }),
        });
      }
      await send([COMMIT]);
      return judged;
    });
  }
}

/** Statements that open a batch's transaction, and the reader of their tickets. */
interface Opening {
  readonly statements: readonly Statement[];
  readonly countApplied: (answers: readonly Answer[]) => number;
}

function openWith(tickets: Tickets | undefined, peers: Peers): Opening {
  if (tickets === undefined) return { statements: BEGIN, countApplied: () => 0 };
  const { processEpoch } = tickets;
  const reading = processEpoch === undefined ? [] : READ_PEERS;
  return {
    statements: [...BEGIN, claimTickets(tickets), ...reading],
    countApplied(answers) {
      const [claimed, ...seen] = answers.slice(BEGIN.length);
      if (processEpoch !== undefined) peers.refuseOvertaking(parsePeers(seen), processEpoch);
      return countApplied(tickets, claimed);
    },
  };
}

function appliedBefore(count: number): Applied[] {
  return Array.from({ length: count }, () => ({ outcome: 'already_applied' }));
}

/** The next user of the connection must find no open transaction, whatever the error was. */
async function rollBack(connection: Connection): Promise<void> {
  await connection.pipeline([ROLLBACK]).catch(() => undefined);
}
