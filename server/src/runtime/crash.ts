import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** How long an orderly stop may take after a crash. */
const STOP_MS_MAX = 9000;

export interface CrashWatch {
  /** Rejects when an exception is thrown, or a promise rejected, that nothing in the program handles. */
  readonly crashed: Promise<never>;
  /** To be called when the service has stopped: the process may end by itself. */
  stopped(): void;
}

/**
 * Logs errors that nothing handles. The state of the process may be wrong from then on, so the service is to be stopped, and
 * started again by its supervisor. A stop that takes too long is cut short.
 */
export function watchForCrashes(clock: Pick<Clock, 'after'>, log: Log): CrashWatch {
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  let cancel = (): void => {};
  // The start may be over before anybody waits.
  crashed.catch(() => undefined);
  function crash(error: unknown, origin: string): void {
    log.error(
      { err: error, origin },
      'An error that nothing handles, which is a defect: the service stops, so that it can be started again.',
    );
    reject(new Error('The service stopped because of a defect. The log has the error.', { cause: error }));
    cancel();
    cancel = clock.after(STOP_MS_MAX, () => process.exit(1));
  }
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', (reason) => crash(reason, 'unhandledRejection'));
  return { crashed, stopped: () => cancel() };
}
