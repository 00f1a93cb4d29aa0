import type { Job } from './job.ts';

/** Signals that ask a program to end. */
const ENDING = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;
/** Signals for the one process that is named in `kill`. Its children may not expect them. */
const FOR_LEADER = ['SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGWINCH'] as const;
/** A terminal itself sends these signals to all processes of the job. */
const FROM_TERMINAL: readonly string[] = ['SIGINT', 'SIGQUIT'];

/** Signals that this process receives. */
export interface Signals {
  /** Passes signals to the job until the returned function is called. */
  readonly passTo: (job: Job) => () => void;
  /** Calls back when a signal asks to end while no job runs. Replaces the previous callback. */
  readonly whileIdle: (onEnding: () => void) => void;
  /** Whether a signal has asked to end. A failed job is then not repeated. */
  readonly isEnding: () => boolean;
  /** Gives the signals their usual effects back. */
  readonly stop: () => void;
}

/** Handles all signals from now on, so that none ends this process before the job is started and its run is reported. */
export function watchSignals(): Signals {
  let job: Job | null = null;
  let onEnding = () => {};
  let isEnding = false;
  const handlers = new Map<NodeJS.Signals, () => void>();

  for (const signal of ENDING)
    handlers.set(signal, () => {
      isEnding = true;
      if (job === null) onEnding();
      else if (!(job.hasTerminal && FROM_TERMINAL.includes(signal))) job.signalAll(signal);
    });
  for (const signal of FOR_LEADER) handlers.set(signal, () => job?.signalLeader(signal));
  handlers.set('SIGCONT', () => job?.signalAll('SIGCONT'));
  handlers.set('SIGTSTP', () => {
    // A terminal has stopped the job already. Without a terminal, the job would ignore SIGTSTP.
    if (job?.hasTerminal === false) job.signalAll('SIGSTOP');
    process.kill(process.pid, 'SIGSTOP');
  });
  for (const [signal, handle] of handlers) process.on(signal, handle);

  return {
    passTo(next) {
      job = next;
      return () => {
        job = null;
      };
    },
    whileIdle(callback) {
      onEnding = callback;
    },
    isEnding: () => isEnding,
    stop() {
      for (const [signal, handle] of handlers) process.off(signal, handle);
    },
  };
}
