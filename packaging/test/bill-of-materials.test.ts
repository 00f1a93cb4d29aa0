import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OUTPUT } from '../paths.ts';
import { SERVER_TARBALL } from './packages.ts';

test('the checksums are those of all files', () => {
  const output = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: OUTPUT, encoding: 'utf8' });
  const files = readdirSync(OUTPUT, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(output.match(/: OK$/gm)).toHaveLength(files.length - 1);
});

test('the bill of materials and the licences name the same packages', () => {
  const [file = ''] = readdirSync(join(OUTPUT, 'sbom')).filter((name) => name.startsWith('overdue-server'));
  const bom = JSON.parse(readFileSync(join(OUTPUT, 'sbom', file), 'utf8'));
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  const names: string[] = bom.components.map(({ name, group }: { name: string; group?: string }) =>
    group === undefined ? name : `${group}/${name}`,
  );
  expect(names).toEqual(expect.arrayContaining(['hono', 'react', 'node', '@fontsource-variable/figtree']));
  const licenses = execFileSync('tar', ['-xzOf', SERVER_TARBALL, 'package/THIRD-PARTY-LICENSES.txt'], {
    encoding: 'utf8',
  });
  for (const name of names.filter((candidate) => candidate !== 'node'))
    expect(licenses).toContain(`\n${name} `);
});
