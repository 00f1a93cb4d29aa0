import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/** Name of the environment variable that contains the path of the bundle for tests (`bundled-program.ts`). */
export const BUNDLED_PROGRAM = 'OVERDUE_BUNDLED_PROGRAM';

const POSITION = /(?:file:\/\/)?[^\s("]*\/overdue-bundles\/[^\s:]+:(\d+):(\d+)/g;

let map: SourceMap | undefined;

/**
 * Replaces positions in the bundle with positions in the sources, in stacks that a program has printed. The program
 * itself doesn't do this, because reading the source map would make each start a third longer.
 */
export function withSourcePositions(output: string): string {
  const bundle = process.env[BUNDLED_PROGRAM];
  if (bundle === undefined || !output.includes('/overdue-bundles/')) return output;
  map ??= new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  return output.replaceAll(POSITION, (position, line, column) => {
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
    // The source map has no entries for code of packages.
    return entry !== undefined && 'originalSource' in entry && entry.generatedLine === Number(line) - 1
      ? `${resolve(dirname(bundle), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : position;
  });
}
