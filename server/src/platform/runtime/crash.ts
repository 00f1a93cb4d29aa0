import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const STOP_MS_MAX = 9000;

export interface CrashWatch {
  readonly crashed: Promise<never>;
  /** Cancels the forced exit, because the service has stopped. */
  stopped(): void;
}

/**
 * Logs unhandled errors and rejects `crashed`. The service should then stop, because its state may be invalid. Ends the process
 * if stopping hangs.
 */
export function watchForCrashes(clock: Pick<Clock, 'after'>, log: Log): CrashWatch {
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  let cancel = (): void => {};
  // Marks a rejection as handled, because an error may occur before `crashed` is awaited.
  crashed.catch(() => undefined);
  function crash(error: unknown, origin: string): void {
    log.error(
      { err: error, origin },
      'Unhandled error, which is a defect. The service stops so that it can be restarted.',
    );
    reject(
      new Error('The service stopped because of a defect. See the log for the error.', { cause: error }),
    );
    cancel();
    cancel = clock.after(STOP_MS_MAX, () => process.exit(1));
  }
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', (reason) => crash(reason, 'unhandledRejection'));
  return { crashed, stopped: () => cancel() };
}
