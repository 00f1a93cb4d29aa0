import type { Clock } from '../../sdk/src/clock.ts';

/** Parts of its process that a command may use. */
export interface CommandLine {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Exit statuses of the commands, except `exec`, which has the status of its job. */
export const EXIT = { ok: 0, failed: 1, usage: 2, unreachable: 3 } as const;

/** An error for the person who ran the command. */
export class CommandError extends Error {
  readonly exitStatus: number;

  constructor(message: string, exitStatus: number = EXIT.failed) {
    super(message);
    this.exitStatus = exitStatus;
  }
}

export function userAgentOf({ version }: CommandLine): string {
  return `overdue-cli/${version}`;
}
