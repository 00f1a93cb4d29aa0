import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { ROOT } from './paths.ts';

/** Writes the root's version into the SDK, whose package and source need a copy. `npm version` runs this script. */
const PLACES = [
  ['sdk/package.json', /(?<="version": ")[^"]+/],
  ['sdk/src/user-agent.ts', /(?<=VERSION = ')[^']+/],
] as const;

for (const [path, version] of PLACES) {
  const file = join(ROOT, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(version, manifest.version));
}
