import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/** Environment variable with the path of the bundle that tests start (`bundled-program.ts`). */
export const BUNDLED_PROGRAM = 'OVERDUE_BUNDLED_PROGRAM';

const POSITION = /(?:file:\/\/)?[^\s("]*\/overdue-bundles\/[^\s:]+:(\d+):(\d+)/g;

let map: SourceMap | undefined;

/**
 * Replaces positions in the bundle by positions in the sources, for stacks in the output of a program. The program itself doesn't,
 * because reading the source map takes as long as a third of a start.
 */
export function withSourcePositions(output: string): string {
  const bundle = process.env[BUNDLED_PROGRAM];
  if (bundle === undefined || !output.includes('/overdue-bundles/')) return output;
  map ??= new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  return output.replaceAll(POSITION, (position, line, column) => {
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
    // Packages have no entries.
    return entry !== undefined && 'originalSource' in entry && entry.generatedLine === Number(line) - 1
      ? `${resolve(dirname(bundle), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : position;
  });
}
