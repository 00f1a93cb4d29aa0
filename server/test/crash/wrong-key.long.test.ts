import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { symmetricEncrypt } from 'better-auth/crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountsSecret } from '../../src/accounts/sealed-totp.ts';
import { connect } from '../../src/database/sqlite-connection.ts';
import { makeEmptyDatabase } from '../postgres/database.ts';
import { callApi, runCommand, startProcess } from '../server-process.ts';
import { setUpTeam } from '../store-of.ts';

const FIRST = 'the first key of these tests, long enough';
const SECOND = 'the second key of these tests, long enough';
const CHANNEL = { type: 'webhook', name: 'hook', settings: { url: 'https://hook.example.com/' } };

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overdue-key-'));
  file = join(folder, 'overdue.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

const environment = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PORT: '0',
  DATABASE_URL: `sqlite:${file}`,
  SPOOL_FILE: join(folder, 'spool.db'),
  ...env,
});

function run(...statements: readonly string[]): void {
  const db = connect(file);
  db.exec(statements.join(';'));
  db.close();
}

/** Runs the service once and stores a secret. */
async function install(env: NodeJS.ProcessEnv, json: object = CHANNEL): Promise<void> {
  const token = await setUpTeam(env);
  const life = await startProcess(env);
  await callApi({ baseURL: `http://127.0.0.1:${life.port}`, token }, 'POST', '/v1/channels/', json);
  await life.kill('SIGTERM');
}

/** An installation with the key {@link FIRST}. Each test copies it. */
const installed = mkdtempSync(join(tmpdir(), 'overdue-key-'));

beforeAll(async () => {
  file = join(installed, 'overdue.db');
  folder = installed;
  await install(environment({ SECRET_KEY: FIRST }));
});

afterAll(() => rmSync(installed, { recursive: true }));

function copyInstallation(): void {
  copyFileSync(join(installed, 'overdue.db'), file);
}

async function expectRefused(env: NodeJS.ProcessEnv, source: string): Promise<void> {
  const { exitCode, out } = await runCommand(env, ['serve']);
  expect([exitCode, out]).toEqual([
    1,
    expect.stringContaining(
      `encrypted with a different key than the one in ${source}. Restore the previous key`,
    ),
  ]);
  expect(out).toContain('serve --new-key');
  for (const key of [FIRST, SECOND]) expect(out).not.toContain(key);
  expect(out).not.toMatch(/^ +at /m);
}

async function expectStarts(env: NodeJS.ProcessEnv): Promise<void> {
  const life = await startProcess(env);
  expect(await life.kill('SIGTERM')).toEqual({ code: 0, signal: null });
}

describe('a start with another key than before', () => {
  test('a start with another key is refused, names the source of the key, and changes nothing', async () => {
    copyInstallation();
    await expectRefused(environment({ SECRET_KEY: SECOND }), 'SECRET_KEY');
    const keyFile = join(folder, 'a-key');
    writeFileSync(keyFile, SECOND);
    await expectRefused(environment({ SECRET_KEY_FILE: keyFile }), `SECRET_KEY_FILE (${keyFile})`);
    await expectStarts(environment({ SECRET_KEY: FIRST }));
  });

  test('a wrong key is noticed even before the first sealed value', async () => {
    await expectStarts(environment({ SECRET_KEY: FIRST }));
    await expectRefused(environment({ SECRET_KEY: SECOND }), 'SECRET_KEY');
  });

  test('a start is refused when the key file beside the database holds another key', async () => {
    await install(environment());
    const keyFile = join(folder, 'overdue.key');
    const key = readFileSync(keyFile, 'utf8');
    writeFileSync(keyFile, SECOND);
    await expectRefused(environment(), keyFile);
    writeFileSync(keyFile, key);
    await expectStarts(environment());
  });

  test('a start without the key file is refused, and creates no key', async () => {
    await install(environment());
    const keyFile = join(folder, 'overdue.key');
    const key = readFileSync(keyFile, 'utf8');
    rmSync(keyFile);
    const { exitCode, out } = await runCommand(environment(), ['serve']);
    expect([exitCode, out]).toEqual([
      1,
      expect.stringContaining(`The key file ${keyFile} is missing, and secrets`),
    ]);
    expect(() => readFileSync(keyFile)).toThrow('ENOENT');
    await expectStarts(environment({ SECRET_KEY: key.trim() }));
  });
});

describe('a database without a check value', () => {
  test('a key that opens no channel is refused, and the right key adds a check value', async () => {
    copyInstallation();
    run('DELETE FROM key_check');
    await expectRefused(environment({ SECRET_KEY: SECOND }), 'SECRET_KEY');
    await expectStarts(environment({ SECRET_KEY: FIRST }));
    run('DELETE FROM channels');
    await expectRefused(environment({ SECRET_KEY: SECOND }), 'SECRET_KEY');
  });

  test('a damaged channel is allowed', async () => {
    copyInstallation();
    run(
      'DELETE FROM key_check',
      `INSERT INTO channels (team_id, short_id, type, name, is_default, subscriptions, tags, min_severity, members, settings, created_at)
        SELECT team_id, 'damaged', type, name, is_default, subscriptions, tags, min_severity, members, 'v1.damaged', created_at FROM channels`,
    );
    await expectStarts(environment({ SECRET_KEY: FIRST }));
  });

  test('the second factors are checked in a database without channels', async () => {
    copyInstallation();
    const secret = await symmetricEncrypt({ key: accountsSecret(FIRST), data: 'ABCDEFGH' });
    run(
      'DELETE FROM key_check',
      'DELETE FROM channels',
      `INSERT INTO two_factors (id, user_id, secret, backup_codes) SELECT 'f', id, '${secret}', '' FROM users LIMIT 1`,
    );
    await expectRefused(environment({ SECRET_KEY: SECOND }), 'SECRET_KEY');
    await expectStarts(environment({ SECRET_KEY: FIRST }));
  });
});

test('the database belongs to another key after a start with --new-key', async () => {
  copyInstallation();
  const life = await startProcess(environment({ SECRET_KEY: SECOND }), null, ['--new-key']);
  await life.kill('SIGTERM');
  await expectStarts(environment({ SECRET_KEY: SECOND }));
  await expectRefused(environment({ SECRET_KEY: FIRST }), 'SECRET_KEY');
});

test('a second node with a different key refuses to start, and the first continues', async () => {
  const { url, drop } = await makeEmptyDatabase('18');
  const node = (key: string, name: string) =>
    environment({ DATABASE_URL: url, SECRET_KEY: key, SPOOL_FILE: join(folder, name) });
  const first = await startProcess(node(FIRST, 'first.db'));
  await expectRefused(node(SECOND, 'second.db'), 'SECRET_KEY');
  expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200);
  await expectStarts(node(FIRST, 'third.db'));
  expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await drop();
});
