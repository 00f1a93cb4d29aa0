import type { Request } from '../platform/outbound/request.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLoop } from '../platform/runtime/loop.ts';

interface Heartbeat {
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
  const loop = createLoop({
    clock,
    round: beat,
    retryMs: everyMs,
    observer: {
      onSuccess() {},
      onFailure: (error) =>
        log.warn({ err: error }, 'The heartbeat monitor could not be pinged. Check HEARTBEAT_URL.'),
    },
  });

  async function beat(): Promise<number> {
    await probe();
    const { status } = await request({ method: 'GET', url });
    // Requests don't follow redirects, so a redirect means that the ping was not recorded.
    if (status < 200 || status >= 300)
      log.warn({ status }, 'The heartbeat monitor rejected a ping. Check HEARTBEAT_URL.');
    return everyMs;
  }

  return {
    start: loop.start,
    stop: () => void loop.stop(),
  };
}
