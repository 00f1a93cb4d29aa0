import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/** Names of the environment variables that contain the paths of the bundles for tests (`bundled-programs.ts`). */
export const BUNDLED_SERVER = 'OVERDUE_BUNDLED_SERVER';
export const BUNDLED_COMMAND_LINE = 'OVERDUE_BUNDLED_COMMAND_LINE';

const POSITION = /(?:file:\/\/)?([^\s("]*\/overdue-bundles\/[^\s:]+):(\d+):(\d+)/g;

/** Source maps of bundles, by the path of the bundle. */
const maps = new Map<string, SourceMap>();

/**
 * Replaces positions in the bundle with positions in the sources, in stacks that a program has printed. The program
 * itself doesn't do this, because reading the source map would make each start a third longer.
 */
export function withSourcePositions(output: string): string {
  return output.replaceAll(POSITION, (position, bundle, line, column) => {
    const entry = mapOf(bundle).findEntry(Number(line) - 1, Number(column) - 1);
    // The source map has no entries for code of packages.
    return entry !== undefined && 'originalSource' in entry && entry.generatedLine === Number(line) - 1
      ? `${resolve(dirname(bundle), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : position;
  });
}

function mapOf(bundle: string): SourceMap {
  const map = maps.get(bundle) ?? new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  maps.set(bundle, map);
  return map;
}
