import type { Request } from '../outbound/request.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';

export interface Heartbeat {
  start(): void;
  stop(): void;
}

/** Pings another monitor while the service is healthy, so that the other monitor reports an outage of this service. */
export function createHeartbeat(options: {
  readonly url: string;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly request: Request;
  readonly probe: () => Promise<void>;
}): Heartbeat {
  const { url, everyMs, clock, log, request, probe } = options;
  let cancel = (): void => {};
  let stopped = false;

  async function beat(): Promise<void> {
    try {
      await probe();
      const { status } = await request({ method: 'GET', url });
      // Requests don't follow redirects, so a redirected ping was not recorded.
      if (status < 200 || status >= 300)
        log.warn({ status }, 'The heartbeat monitor rejected a ping. Check HEARTBEAT_URL.');
    } catch (error) {
      log.warn({ err: error }, 'The heartbeat monitor could not be pinged. Check HEARTBEAT_URL.');
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
