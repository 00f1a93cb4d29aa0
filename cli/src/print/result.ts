import type { CommandLine } from '../process/command-line.ts';

/** Prints the result of a command: one JSON value with `--json`, otherwise text that ends with a line break. */
export function printResult(
  cli: CommandLine,
  {
    json,
    value,
    text,
  }: { readonly json: true | undefined; readonly value: unknown; readonly text: () => string },
): void {
  cli.write(json === true ? `${writeJSON(value, cli.isTerminal ? 2 : undefined)}\n` : text());
}

/** Writes JSON. Escapes the control characters from U+007F to U+009F too, because terminals obey them. */
export function writeJSON(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation).replace(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}
