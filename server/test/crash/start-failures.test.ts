import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../src/database/sqlite-connection.ts';
import { migrateSqlite } from '../../src/store/sqlite/migrate.ts';
import { makeDataFolder } from '../data-folder.ts';
import { startServer } from '../running-server.ts';
import { runCommand, startProcess } from '../server-process.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeDataFolder('overdue-start-');
  file = join(folder, 'overdue.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

const environment = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PORT: '0',
  DATABASE_URL: `sqlite:${file}`,
  ...env,
});

/** Overwrites the middle of the first pages with garbage. */
function damage(): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(3900, 0xa5), 0, 3900, 100);
  closeSync(handle);
}

interface Failure {
  readonly prepare: () => void | Promise<void>;
  readonly env?: NodeJS.ProcessEnv;
  readonly says: RegExp;
}

describe('a failed start', () => {
  const failures: Readonly<Record<string, Failure>> = {
    'no database': {
      prepare: () => writeFileSync(file, 'This is a text, and nobody takes it for a database. '.repeat(30)),
      says: /overdue\.db can't be opened: it is damaged, or is not an SQLite database\. Check DATABASE_URL\. .* restore the last backup/,
    },
    'a damaged database': {
      async prepare() {
        await migrateSqlite(file);
        damage();
      },
      says: /overdue\.db can't be opened: it is damaged, .* restore the last backup/,
    },
    'a database that was cut short': {
      async prepare() {
        await migrateSqlite(file);
        truncateSync(file, Math.floor(statSync(file).size / 2));
      },
      says: /overdue\.db can't be opened: it is damaged, .* restore the last backup/,
    },
    'a database of a newer version': {
      async prepare() {
        await migrateSqlite(file);
        const db = connect(file);
        db.exec(
          "INSERT INTO migrations (name, timestamp) VALUES ('9999-future', '2030-01-01T00:00:00.000Z')",
        );
        db.close();
      },
      says: /overdue\.db can't be opened: .*newer version of Overdue \(migration 9999-future\).*or restore a backup/,
    },
    'a folder in its place': {
      prepare: () => mkdirSync(file),
      says: /overdue\.db can't be opened: it is a folder\. Set DATABASE_URL to the path of a file\./,
    },
    'a file in the place of its folder': {
      prepare: () => writeFileSync(join(folder, 'data'), ''),
      get env() {
        return { DATABASE_URL: `sqlite:${join(folder, 'data', 'overdue.db')}` };
      },
      says: /data\/overdue\.db can't be opened: a part of its path is a file/,
    },
    'a key that can not be read': {
      async prepare() {
        await migrateSqlite(file);
        mkdirSync(join(folder, 'overdue.key'));
      },
      says: /overdue\.key.*SECRET_KEY/,
    },
    'a key that is too short': {
      prepare: () => {},
      env: { SECRET_KEY: 'short' },
      says: /SECRET_KEY must/,
    },
    'a wrong DATABASE_URL': {
      prepare: () => {},
      env: { DATABASE_URL: 'mysql://a/b' },
      says: /DATABASE_URL must be sqlite: and a file, such as .*, or a PostgreSQL URL/,
    },
  };

  test.each(Object.entries(failures))(
    'names the file, the reason and the remedy: %s',
    async (_, { prepare, env, says }) => {
      await prepare();
      const { exitCode, out } = await runCommand(environment(env), ['serve']);
      expect([exitCode, out]).toEqual([1, expect.stringMatching(says)]);
      expect(out).toMatch(/^overdue-server: /m);
      expect(out).not.toMatch(/^ +at /m);
    },
  );
});

describe('a second service on the same database', () => {
  test('a second service refuses to start and names the first, while commands may run beside it', async () => {
    const server = await startServer();
    const { exitCode, out } = await server.command('serve');
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(
        /^overdue-server: Another service runs on the database .*overdue\.db: process \d+ on .+, started .+Z\. Stop that service first/m,
      ),
    ]);
    for (const args of [['check'], ['members', 'list'], ['backup', `${server.file}.backup`]])
      expect((await server.command(...args)).exitCode, args.join(' ')).toBe(0);
    await server.stop();
  });

  test('a second service starts immediately after kill -9', async () => {
    const server = await startServer();
    await server.kill('SIGKILL');
    await server.restart();
    expect((await fetch(`${server.baseURL}/readyz`)).status).toBe(200);
    await server.stop();
  });

  test('a second service waits for a stopping one', async () => {
    const first = await startProcess(environment());
    const second = startProcess(environment());
    const stopped = first.kill('SIGTERM');
    const life = await second;
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(await life.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});

describe('an unhandled error', () => {
  test.each([
    ['a rejected promise', 'Promise.reject(new Error("boom"))', 'unhandledRejection'],
    ['an exception', 'setImmediate(() => { throw new Error("boom"); })', 'uncaughtException'],
  ])('%s is logged, and the service stops in order with exit code 1', async (_, defect, origin) => {
    const hook = join(folder, 'hook.mjs');
    writeFileSync(hook, `process.on('SIGUSR2', () => { ${defect}; });`);
    const life = await startProcess(environment({ NODE_OPTIONS: `--import ${hook}` }));
    expect(await life.kill('SIGUSR2')).toEqual({ code: 1, signal: null });
    expect(life.output()).toMatch(new RegExp(`"level":"error".*"origin":"${origin}".*Unhandled error`));
    expect(life.output()).toContain('boom');
    expect(life.output()).toContain('overdue-server: The service stopped because of a defect.');
  });
});
