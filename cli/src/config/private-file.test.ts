import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPrivateFile, createPrivateFolder, readPrivateFile, writePrivateFile } from './private-file.ts';

const isRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'overdue-'));
}

/** Ways in which other users may get access to a folder. Only root can give a folder to other users and groups. */
const SPOILT: readonly (readonly [problem: string, spoil: (path: string) => void])[] = [
  ['is writable by everyone', (path) => chmodSync(path, 0o777)],
  ['is sticky and writable by everyone', (path) => chmodSync(path, 0o1777)],
];
const SPOILT_BY_ROOT: typeof SPOILT = [
  ['belongs to another user', (path) => chownSync(path, NOBODY, NOBODY)],
  [
    'is writable by a group',
    (path) => {
      chownSync(path, 0, NOBODY);
      chmodSync(path, 0o770);
    },
  ],
];

describe('a folder that another user can change', () => {
  test.each([...SPOILT, ...(isRoot ? SPOILT_BY_ROOT : [])])('%s: no state is read or written', (_, spoil) => {
    const folder = join(makeFolder(), 'state');
    writePrivateFile(join(folder, 'manifest.json'), 'ours');
    spoil(folder);
    expect(() => createPrivateFolder(folder)).toThrow(/other users could change the files/);
    expect(() => writePrivateFile(join(folder, 'manifest.json'), 'new')).toThrow(/OVERDUE_STATE/);
    expect(() => readPrivateFile(join(folder, 'manifest.json'))).toThrow(
      /other users could change the files/,
    );
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe('ours');
  });

  test('a folder above that others can change is as bad, because they can replace the folder', () => {
    const above = join(makeFolder(), 'above');
    mkdirSync(above);
    chmodSync(above, 0o777);
    expect(() => createPrivateFolder(join(above, 'state'))).toThrow(/above can be changed by other users/);
  });

  test('a link to such a folder is as bad', () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'open'));
    chmodSync(join(folder, 'open'), 0o777);
    symlinkSync(join(folder, 'open'), join(folder, 'state'));
    expect(() => createPrivateFolder(join(folder, 'state'))).toThrow(/other users/);
  });
});

describe('a file that another user could have placed', () => {
  test('is not followed if it is a link', () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'target'), 'precious');
    symlinkSync(join(folder, 'target'), join(folder, 'spool.db'));
    expect(() => createPrivateFile(join(folder, 'spool.db'))).toThrow(/can't be opened/);
    writePrivateFile(join(folder, 'spool.db'), 'new');
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('precious');
  });

  test('is not read if everyone can write to the file', () => {
    const file = join(makeFolder(), 'manifest.json');
    writeFileSync(file, '{}');
    chmodSync(file, 0o666);
    expect(() => readPrivateFile(file)).toThrow(/can't be trusted/);
  });

  test.runIf(isRoot)('is not read if the file belongs to another user', () => {
    const file = join(makeFolder(), 'manifest.json');
    writeFileSync(file, '{}');
    chownSync(file, NOBODY, NOBODY);
    expect(() => readPrivateFile(file)).toThrow(/belongs to the user 65534/);
  });
});

test('folders below a file system that refuses folders end with an error', () => {
  expect(() => createPrivateFolder('/proc/self/no/such/folder')).toThrow();
});
