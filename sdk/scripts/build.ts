import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes JavaScript and types into `dist` before `npm pack`. The manifest refers users of the package to `dist`. Other
 * workspaces set the condition `overdue-source`, which refers them to the sources, so they need no build.
 */
const SDK = join(import.meta.dirname, '..');
const folder = join(SDK, 'dist');

rmSync(folder, { recursive: true, force: true });
const compiler = join(SDK, '../node_modules/typescript/bin/tsc');
const project = join(SDK, 'tsconfig.build.json');
const { status } = spawnSync(process.execPath, [compiler, '-p', project, '--outDir', folder], {
  stdio: 'inherit',
});
if (status === 0) copyFileSync(join(SDK, '../LICENSE'), join(folder, 'LICENSE'));
else process.exitCode = 1;
