import { onTestFinished } from 'vitest';
import type { Client, LiveEvent } from '../../../sdk/src/index.ts';

/** Events of its team that a client has received over a real connection. */
export interface Following {
  readonly events: readonly LiveEvent[];
  /** Resolves with the first matching event at or after the position `from`. Rejects if the stream ends. */
  heard(is: (event: LiveEvent) => boolean, from?: number): Promise<LiveEvent>;
  /** Resolves with the reason why the stream ended. */
  readonly ended: Promise<unknown>;
  stop(): void;
}

export async function follow(client: Client): Promise<Following> {
  const events: LiveEvent[] = [];
  const controller = new AbortController();
  let changed = Promise.withResolvers<void>();
  let isOver = false;
  const ended = (async () => {
    try {
      for await (const event of client.live.follow({ signal: controller.signal })) {
        events.push(event);
        changed.resolve();
        changed = Promise.withResolvers();
      }
      return null;
    } catch (error) {
      return error;
    } finally {
      isOver = true;
      changed.resolve();
    }
  })();
  onTestFinished(async () => {
    controller.abort(new Error('The test is over.'));
    await ended;
  });
  const following: Following = {
    events,
    ended,
    stop: () => controller.abort(new Error('Stopped.')),
    async heard(is, from = 0) {
      for (;;) {
        const found = events.slice(from).find(is);
        if (found !== undefined) return found;
        if (isOver) throw new Error(`The stream has ended: ${String(await ended)}`);
        await changed.promise;
      }
    },
  };
  await following.heard(({ type }) => type === 'hello');
  return following;
}

/** Returns a matcher for events that contain a monitor with these fields. */
export function hasMonitor(shortID: string, fields: object = {}): (event: LiveEvent) => boolean {
  return (event) =>
    event.type === 'monitors' &&
    event.monitors.some(
      (monitor) =>
        monitor.shortID === shortID &&
        Object.entries(fields).every(([name, value]) => Reflect.get(monitor, name) === value),
    );
}

export function hasDeleted(shortID: string): (event: LiveEvent) => boolean {
  return (event) => event.type === 'monitors' && event.deleted.includes(shortID);
}

export function hasKind(kind: string): (event: LiveEvent) => boolean {
  return (event) => event.type === 'changed' && event.kinds.includes(kind);
}
