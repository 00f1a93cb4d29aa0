import type { Reachability } from './reachability.ts';

/** Maximum waiting actions. Further actions are refused. */
export const WAITING_MAX = 50;

export interface Action<T> {
  /** Identifies the action's button, such as `pause k3v9x2mq7d`. */
  readonly key: string;
  /** Text for people, such as "Pause pg-dump". */
  readonly label: string;
  readonly send: () => Promise<T>;
  /**
   * Checks whether an attempt that got no response succeeded. Returns the result of the action, or null if the attempt failed.
   * Not needed if the action may be sent twice.
   */
  readonly findResult?: () => Promise<T | null>;
}

export interface WaitingAction {
  /** Distinguishes waiting actions that have the same `key`. */
  readonly id: number;
  readonly key: string;
  readonly label: string;
  /** Withdraws the action. Does nothing while a request is in progress. */
  readonly cancel: () => void;
}

export interface WaitingActions {
  /**
   * Performs the action. While the service is unreachable, the action waits. Waiting actions are sent in order. Rejects
   * with `ActionCancelled` if the user cancels, and with the service's error if the service refuses.
   */
  perform<T>(action: Action<T>): Promise<T>;
  current(): readonly WaitingAction[];
  subscribe(listener: () => void): () => void;
}

export class ActionCancelled extends Error {
  override readonly name = 'ActionCancelled';
}

interface Options {
  readonly reachability: Reachability;
  /** Whether the error means that the service sent no response. The action may then be sent again. */
  readonly isNoResponse: (error: unknown) => boolean;
  readonly waitToRetry: () => Promise<void>;
  readonly tooMany: string;
}

interface Entry extends WaitingAction {
  readonly attempt: () => Promise<void>;
}

export function createWaitingActions({
  reachability,
  isNoResponse,
  waitToRetry,
  tooMany,
}: Options): WaitingActions {
  let queue: readonly Entry[] = [];
  let isDraining = false;
  let lastID = 0;
  const listeners = new Set<() => void>();

  function setQueue(next: readonly Entry[]): void {
    queue = next;
    for (const listener of listeners) listener();
  }

  function remove(entry: Entry): void {
    setQueue(queue.filter((waiting) => waiting !== entry));
  }

  function whenReachable(): Promise<void> {
    if (!reachability.isUnreachable()) return Promise.resolve();
    return new Promise((resolve) => {
      const unsubscribe = reachability.subscribe(() => {
        if (reachability.isUnreachable()) return;
        unsubscribe();
        resolve();
      });
    });
  }

  async function drain(): Promise<void> {
    for (;;) {
      await whenReachable();
      const [first] = queue;
      if (first === undefined) return;
      try {
        await first.attempt();
      } catch {
        reachability.check();
        await waitToRetry();
      }
    }
  }

  function startDraining(): void {
    if (isDraining) return;
    isDraining = true;
    void drain().finally(() => {
      isDraining = false;
      if (queue.length > 0) startDraining();
    });
  }

  function wait<T>({ key, label, send, findResult }: Action<T>, wasSent: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      let isSending = false;
      let mayHaveWorked = wasSent;
      lastID += 1;
      const entry: Entry = {
        id: lastID,
        key,
        label,
        cancel() {
          if (isSending || !queue.includes(entry)) return;
          remove(entry);
          reject(new ActionCancelled(label));
        },
        async attempt() {
          isSending = true;
          try {
            const earlier = mayHaveWorked ? await findResult?.() : null;
            mayHaveWorked = true;
            resolve(earlier ?? (await send()));
          } catch (error) {
            if (isNoResponse(error)) throw error;
            reject(error);
          } finally {
            isSending = false;
          }
          remove(entry);
        },
      };
      setQueue([...queue, entry]);
      startDraining();
    });
  }

  return {
    async perform(action) {
      if (queue.length >= WAITING_MAX) throw new Error(tooMany);
      if (reachability.isUnreachable() || queue.length > 0) return wait(action, false);
      try {
        return await action.send();
      } catch (error) {
        if (!isNoResponse(error)) throw error;
        reachability.check();
        return wait(action, true);
      }
    },
    current: () => queue,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
