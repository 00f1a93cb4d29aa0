import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';

const BIN = join(import.meta.dirname, '../../bin');
const FILES = ['server/src/main.ts', 'node_modules/library/index.js'];

describe('the bundle', () => {
  let root: string;
  let findBundle: () => string | null;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'overdue-launcher-'));
    cpSync(BIN, join(root, 'server/bin'), { recursive: true });
    for (const file of FILES) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), 'export {};');
    }
    const bundle: typeof import('../../bin/bundle.js') = await import(
      pathToFileURL(join(root, 'server/bin/bundle.js')).href
    );
    findBundle = bundle.findBundle;
    mkdirSync(bundle.DIST);
    const madeOf = Object.fromEntries(FILES.map((file) => [file, bundle.versionOf(file)]));
    writeFileSync(bundle.DESCRIPTION, JSON.stringify({ program: 'one/overdue-server.js', madeOf }));
    return () => rmSync(root, { recursive: true });
  });

  test('starts while the files of which it was made are unchanged', () => {
    expect(findBundle()).toBe(pathToFileURL(join(root, 'server/dist/one/overdue-server.js')).href);
  });

  test.each(FILES)('does not start after an edit of %s', (file) => {
    writeFileSync(join(root, file), 'export default 1;');
    expect(findBundle()).toBeNull();
  });

  test('does not start after an older file of the same size has replaced a source', () => {
    utimesSync(join(root, FILES[0] ?? ''), 1000, 1000);
    expect(findBundle()).toBeNull();
  });

  test('does not start after a source has been removed', () => {
    rmSync(join(root, FILES[0] ?? ''));
    expect(findBundle()).toBeNull();
  });

  test('does not start if there is none', () => {
    rmSync(join(root, 'server/dist'), { recursive: true });
    expect(findBundle()).toBeNull();
  });
});
