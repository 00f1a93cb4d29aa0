import type { CommandLine } from '../command-line.ts';

/** Prints the result of a command: one JSON value with `--json`, otherwise text that ends with a line break. */
export function printResult(
  cli: CommandLine,
  {
    json,
    value,
    text,
  }: { readonly json: true | undefined; readonly value: unknown; readonly text: () => string },
): void {
  cli.write(json === true ? `${JSON.stringify(value, null, cli.isTerminal ? 2 : undefined)}\n` : text());
}
