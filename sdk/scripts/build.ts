import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { objectAt } from './schema-type.ts';

/**
 * `npm run build` makes the package that is published, in `dist` or in the folder that is named: JavaScript, types and a
 * manifest of its own. The one in `sdk` points at the source, so that the other workspaces need neither a build nor a flag.
 */
const SDK = join(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(SDK, 'dist'));

rmSync(folder, { recursive: true, force: true });
const compiler = join(SDK, '../node_modules/typescript/bin/tsc');
const project = join(SDK, 'tsconfig.build.json');
const { status } = spawnSync(process.execPath, [compiler, '-p', project, '--outDir', folder], {
  stdio: 'inherit',
});
if (status === 0) {
  writeFileSync(join(folder, 'package.json'), manifest());
  copyFileSync(join(SDK, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(SDK, '../LICENSE'), join(folder, 'LICENSE'));
} else {
  process.exitCode = 1;
}

function manifest(): string {
  const own = objectAt(JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8')), 'package.json');
  const published = {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => name !== 'private' && name !== 'scripts')),
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './input-schemas': {
        types: './input-schemas.generated.d.ts',
        default: './input-schemas.generated.js',
      },
    },
    types: './index.d.ts',
    files: ['**/*.js', '**/*.d.ts'],
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}
