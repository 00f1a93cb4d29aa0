import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../runtime/random.ts';
import { loadSecretKey } from './secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overdue-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = (file: string, secretKey: string | null = null) =>
  loadSecretKey({ secretKey, database: { kind: 'sqlite', file } }, systemRandom);

test('the operator’s key is used, and no file is created', () => {
  expect(load(join(folder, 'overdue.db'), 'k'.repeat(32))).toBe('k'.repeat(32));
  expect(readdirSync(folder)).toEqual([]);
});

test('a key is created once beside the database, readable only by its user', () => {
  const file = join(folder, 'data', 'overdue.db');
  const key = load(file);
  expect(key).toMatch(/^\w{43}$/);
  expect(load(file)).toBe(key);
  expect(readdirSync(join(folder, 'data'))).toEqual(['overdue.key']);
  expect(statSync(join(folder, 'data', 'overdue.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'data', 'overdue.key'), 'utf8').trim()).toBe(key);
});

test('a database in memory has its own key', () => {
  expect(load(':memory:')).toMatch(/^\w{43}$/);
  expect(load(':memory:')).not.toBe(load(':memory:'));
});

test('a database that nodes share requires SECRET_KEY, because no key file lies beside it', () => {
  const database = { kind: 'postgres', url: 'postgres://me:hunter2@db/overdue' } as const;
  expect(() => loadSecretKey({ secretKey: null, database }, systemRandom)).toThrow('SECRET_KEY must be set');
  expect(loadSecretKey({ secretKey: 'k'.repeat(32), database }, systemRandom)).toBe('k'.repeat(32));
});

test('processes that start at the same time end with one key', async () => {
  const script = `
    const { loadSecretKey } = await import(process.argv[1]);
    const { systemRandom } = await import(process.argv[2]);
    const database = { kind: 'sqlite', file: process.argv[3] };
    console.log(loadSecretKey({ secretKey: null, database }, systemRandom));`;
  const module = new URL('./secret-key.ts', import.meta.url).href;
  const random = new URL('../runtime/random.ts', import.meta.url).href;
  const start = () =>
    promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
      module,
      random,
      join(folder, 'overdue.db'),
    ]);
  const keys = await Promise.all(Array.from({ length: 6 }, start));
  expect(new Set(keys.map(({ stdout }) => stdout)).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['overdue.key']);
});

test('a file that is cut short is never replaced', () => {
  writeFileSync(join(folder, 'overdue.key'), 'short');
  expect(() => load(join(folder, 'overdue.db'))).toThrow('fewer than 32 characters');
  expect(readFileSync(join(folder, 'overdue.key'), 'utf8')).toBe('short');
});

test('a folder that can’t be created is named', () => {
  writeFileSync(join(folder, 'data'), '');
  expect(() => load(join(folder, 'data', 'overdue.db'))).toThrow(join(folder, 'data', 'overdue.key'));
});
