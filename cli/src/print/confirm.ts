import { createInterface } from 'node:readline/promises';
import { CommandError, type CommandLine } from '../command-line.ts';

export interface ConfirmOptions {
  readonly yes?: true;
  readonly json?: true;
}

/**
 * Asks before changes that the command has shown. Throws a CommandError unless the person agrees. `--yes` agrees. `--json` shows
 * nothing in advance, so it needs `--yes`.
 */
export async function requireConfirmation(
  { isTerminal }: CommandLine,
  { yes, json }: ConfirmOptions,
  question: string,
): Promise<void> {
  if (yes === true) return;
  const canAsk = isTerminal && process.stdin.isTTY && process.stderr.isTTY;
  if (json === true || !canAsk)
    throw new CommandError('Nothing was changed. Add --yes to confirm the changes without a question.');
  if (!/^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim()))
    throw new CommandError('Nothing was changed.');
}

/** Asks on the standard error, because the standard output is for results. The end of the input and Ctrl+C are an empty reply. */
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
