import type { CommandLine } from '../process/command-line.ts';

/** Meaning of a text, shown by colour. The text itself must say the same. */
export type Style = 'good' | 'bad' | 'warning' | 'quiet' | 'strong';

const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  good: [32, 39],
  bad: [31, 39],
  warning: [33, 39],
  quiet: [2, 22],
  strong: [1, 22],
};

/**
 * Returns a function that colours text on a terminal. Without a terminal or with NO_COLOR, the function returns the
 * text unchanged.
 */
export function styler({ env, isTerminal }: Pick<CommandLine, 'env' | 'isTerminal'>) {
  const isColoured = isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  return (text: string, style: Style | undefined): string => {
    if (!isColoured || style === undefined || text === '') return text;
    const [on, off] = CODES[style];
    return `\x1b[${on}m${text}\x1b[${off}m`;
  };
}
