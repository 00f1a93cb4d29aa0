import { mkdirSync } from 'node:fs';
import { run } from '../command.ts';
import { CACHE, ROOT } from '../paths.ts';
import { debian } from './clean-system.ts';

/** Builds the packages once for all tests, and the systems on which the tests install them. */
export function setup(): void {
  mkdirSync(CACHE, { recursive: true });
  debian('amd64');
  debian('arm64');
  run(process.execPath, ['packaging/build.ts'], ROOT);
}
