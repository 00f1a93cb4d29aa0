const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGCONT', 'SIGWINCH', 'SIGALRM'] as const;
/** A terminal sends these signals to the whole foreground group, so they don't need to be forwarded to the job. */
const FROM_TERMINAL = ['SIGINT', 'SIGQUIT'] as const;

/** Passes signals of this process to `send`, which sends them to the job. Returns a function that stops forwarding. */
export function forwardSignals(
  send: (signal: NodeJS.Signals) => void,
  { hasTerminal }: { readonly hasTerminal: boolean },
): () => void {
  const ignore = () => {};
  const fromTerminal = hasTerminal ? ignore : send;
  for (const signal of FORWARDED) process.on(signal, send);
  for (const signal of FROM_TERMINAL) process.on(signal, fromTerminal);
  return () => {
    for (const signal of FORWARDED) process.off(signal, send);
    for (const signal of FROM_TERMINAL) process.off(signal, fromTerminal);
  };
}
