import type { Command } from 'commander';

/** Parts of a command that completions and manual pages need. */
export interface CommandOutline {
  readonly name: string;
  readonly description: string;
  readonly usage: string;
  readonly options: readonly OptionOutline[];
}

export interface OptionOutline {
  /** Names of the option and its argument, such as `-n, --number <number>`. */
  readonly flags: string;
  readonly short: string | null;
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
}

/** Returns the commands of the program, without `help`. */
export function outlineOf(program: Command): readonly CommandOutline[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    usage: command.usage(),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, short, long, description, required, optional }) => ({
        flags,
        short: short ?? null,
        long: long ?? flags,
        description,
        takesValue: required || optional,
      })),
  }));
}
