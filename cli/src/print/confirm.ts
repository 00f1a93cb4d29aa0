import { createInterface } from 'node:readline/promises';
import { CommandError, type CommandLine } from '../process/command-line.ts';

export interface ConfirmOptions {
  readonly yes?: true;
  readonly json?: true;
}

/**
 * Asks the person to confirm the changes that the command has printed. Throws a CommandError if the person declines. With
 * `--yes`, doesn't ask. `--json` requires `--yes`, because with `--json` the changes aren't printed in advance.
 */
export async function requireConfirmation(
  { isTerminal }: CommandLine,
  { yes, json }: ConfirmOptions,
  question: string,
): Promise<void> {
  if (yes === true) return;
  const canAsk = isTerminal && process.stdin.isTTY && process.stderr.isTTY;
  if (json === true || !canAsk)
    throw new CommandError('Nothing was changed. Add --yes to apply the changes without confirmation.');
  if (!/^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim()))
    throw new CommandError('Nothing was changed.');
}

/**
 * Returns the reply to a question. Prints the question to standard error, because standard output is for results. The end of the
 * input and Ctrl+C count as an empty reply.
 */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
  });
  try {
    return await Promise.race([terminal.question(question).catch(() => ''), closed]);
  } finally {
    terminal.close();
  }
}
