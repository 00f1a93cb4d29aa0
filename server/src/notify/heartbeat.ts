import type { Request } from '../outbound/request.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';

export interface Heartbeat {
  start(): void;
  stop(): void;
}

/**
 * The service's own dead man's switch: tells another monitor that it is healthy, as long as it is. When it falls silent, that
 * one raises the alarm which this one no longer can.
 */
export function createHeartbeat(options: {
  readonly url: string;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly request: Request;
  /** Rejects when the service could not store a ping. */
  readonly probe: () => Promise<void>;
}): Heartbeat {
  const { url, everyMs, clock, log, request, probe } = options;
  let cancel = (): void => {};
  let stopped = false;

  async function beat(): Promise<void> {
    try {
      await probe();
      const { status } = await request({ method: 'GET', url });
      // A redirect is not followed, so that a ping which is answered with one did not arrive.
      if (status < 200 || status >= 300)
        log.warn({ status }, 'The monitor of this service does not take its pings: see HEARTBEAT_URL.');
    } catch (error) {
      log.warn({ err: error }, 'No ping to the monitor of this service: see HEARTBEAT_URL.');
    }
    if (!stopped) cancel = clock.after(everyMs, () => void beat());
  }

  return {
    start: () => void beat(),
    stop() {
      stopped = true;
      cancel();
    },
  };
}
