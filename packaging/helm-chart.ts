import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { writeTarball } from './archive.ts';
import { CACHE } from './paths.ts';

const CHART = join(import.meta.dirname, 'helm/overdue');

/** Packs the chart with the version of Overdue and returns the path of the archive. */
export function packageChart({ output, epoch }: { readonly output: string; readonly epoch: number }): string {
  const folder = join(CACHE, 'helm');
  rmSync(folder, { recursive: true, force: true });
  cpSync(CHART, join(folder, 'overdue'), { recursive: true });
  const file = join(folder, 'overdue/Chart.yaml');
  // Helm requires a version in the source of the chart. The source always has version 0.0.0.
  const chart = readFileSync(file, 'utf8')
    .replace(/^version: .*$/m, `version: ${manifest.version}`)
    .replace(/^appVersion: .*$/m, `appVersion: ${manifest.version}`);
  writeFileSync(file, chart);
  mkdirSync(output, { recursive: true });
  const archive = join(output, `overdue-${manifest.version}.tgz`);
  writeTarball(archive, { folder, names: ['overdue'], epoch });
  return archive;
}
