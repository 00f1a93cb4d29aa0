import type { Command } from 'commander';
import type { Clock } from '../../../sdk/src/clock.ts';
import type { Network } from '../network/network.ts';

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Parts of the process that a command may use. */
export interface HostProcess {
  readonly version: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Whether the standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Width of the terminal in characters. */
  readonly columns: () => number;
}

export interface CommandLine extends HostProcess {
  readonly network: Network;
  /** Sets the exit status of a command that ends without an error. */
  readonly setStatus: (status: number) => void;
  /** Creates the program with all its commands, for completions. */
  readonly loadProgram: () => Promise<Command>;
}

/**
 * Exit statuses of the commands. `exec` exits with the status of its job instead.
 * - `failed`: the service refused the request, or a check failed.
 * - `usage`: an argument, an option, a variable or a configuration file is wrong. Nothing was sent.
 * - `unreachable`: the service can't be reached.
 * - `denied`: no token is known, or the token isn't sufficient.
 * - `timedOut`: the awaited event did not happen in time.
 */
export const EXIT = { ok: 0, failed: 1, usage: 2, unreachable: 3, denied: 4, timedOut: 124 } as const;

/** An error for the person who ran the command. */
export class CommandError extends Error {
  readonly exitStatus: number;

  constructor(message: string, exitStatus: number = EXIT.failed) {
    super(message);
    this.exitStatus = exitStatus;
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT.usage);
}

export function userAgentOf({ version }: HostProcess): string {
  return `overdue-cli/${version}`;
}
