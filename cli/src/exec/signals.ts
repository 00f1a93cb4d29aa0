import type { ChildProcess } from 'node:child_process';

const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGCONT', 'SIGWINCH', 'SIGALRM'] as const;
/** A terminal sends these signals to the whole foreground group, so they don't need to be forwarded to the job. */
const FROM_TERMINAL = ['SIGINT', 'SIGQUIT'] as const;

/** Forwards signals of this process to the job. Returns a function that stops forwarding. */
export function forwardSignals(
  job: ChildProcess,
  { hasTerminal }: { readonly hasTerminal: boolean },
): () => void {
  const forward = (signal: NodeJS.Signals) => {
    job.kill(signal);
  };
  const ignore = () => {};
  for (const signal of FORWARDED) process.on(signal, forward);
  for (const signal of FROM_TERMINAL) process.on(signal, hasTerminal ? ignore : forward);
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward);
    for (const signal of FROM_TERMINAL) process.off(signal, hasTerminal ? ignore : forward);
  };
}
