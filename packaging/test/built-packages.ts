import { mkdirSync } from 'node:fs';
import { run } from '../command.ts';
import { CACHE, ROOT } from '../paths.ts';
import { debian } from './clean-system.ts';

/** Builds the packages, and the systems to install them on, once for all tests. */
export function setup(): void {
  mkdirSync(CACHE, { recursive: true });
  debian('amd64');
  debian('arm64');
  run(process.execPath, ['packaging/build.ts'], ROOT);
}
