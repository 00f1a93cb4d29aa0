import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { column, connect } from '../../src/database/sqlite-connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { isLongRun } from '../length.ts';
import { expectAccepted } from '../ping/ping-response.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';
import { countingIDs } from '../store/suite/fixtures.ts';

const LOST = /^The database file .* while the service ran\. Pings get 503 from now on/;
const RESCUED = /^All stored data is in /;

interface Load {
  /** Event numbers of pings answered with 200. */
  readonly acknowledged: number[];
  /** Returns the time of the first refused ping, by the monotonic clock. */
  refusedAt(): number | null;
  stop(): Promise<void>;
}

/** Starts clients that continuously ping one monitor, each sending as soon as its previous ping is answered. */
function pingAlways(server: RunningServer, path: string): Load {
  const acknowledged: number[] = [];
  let refusedAt: number | null = null;
  let isOver = false;
  async function client(): Promise<void> {
    while (!isOver) {
      const response = await fetch(`${server.baseURL}${path}`);
      if (response.status === 200)
        acknowledged.push(
          expectAccepted({
            status: 200,
            headers: Object.fromEntries(response.headers),
            text: await response.text(),
          }).event.number,
        );
      else {
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
        await response.text();
        refusedAt ??= performance.now();
      }
    }
  }
  const clients = Promise.all(Array.from({ length: 8 }, client));
  return {
    acknowledged,
    refusedAt: () => refusedAt,
    async stop() {
      isOver = true;
      await clients;
    },
  };
}

function rescuedFiles({ folder }: RunningServer): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('overdue.db.rescued-'))
    .map((name) => join(folder, name));
}

async function eventNumbers(file: string): Promise<readonly number[]> {
  const store = await openSqliteStore({ file, newID: countingIDs() });
  expect(await store.check(10)).toEqual([]);
  await store.close();
  const db = connect(file);
  const numbers = column<number>(db, 'SELECT number FROM events ORDER BY number');
  db.close();
  return numbers;
}

describe('a lost database file', () => {
  const LOSSES: readonly (readonly [string, (server: RunningServer) => void, RegExp])[] = [
    ['was deleted', ({ file }) => rmSync(file), /was deleted or moved/],
    [
      'was replaced',
      ({ file }) => {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
      /was replaced/,
    ],
    ['lost its log', ({ file }) => rmSync(`${file}-wal`), /lost its -wal file/],
  ];
  /** Other ways to lose the file. The service must detect them too. */
  const VARIANTS: typeof LOSSES = [
    [
      'was deleted with its log',
      ({ file }) => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix);
      },
      /was deleted or moved/,
    ],
    ['was moved', ({ file }) => renameSync(file, `${file}.moved`), /was deleted or moved/],
    [
      'was moved with its folder',
      ({ folder }) => renameSync(folder, `${folder}.moved`),
      /was deleted or moved/,
    ],
  ];

  test.each(isLongRun ? [...LOSSES, ...VARIANTS] : LOSSES)(
    '%s: pings get 503 within a second, and every answered one is in the rescued copy',
    async (_, damageFile, words) => {
      const server = await startServer();
      const keyFile = join(server.folder, 'overdue.key');
      const key = readFileSync(keyFile, 'utf8');
      const { path } = await server.createMonitor();
      const load = pingAlways(server, path);
      await until(() => expect(load.acknowledged.length).toBeGreaterThan(200));
      const lostAt = performance.now();
      damageFile(server);
      await until(() => expect(load.refusedAt()).not.toBeNull());
      expect(load.refusedAt()! - lostAt).toBeLessThan(1000);
      await until(() =>
        expect(server.log.map(({ msg }) => msg)).toContainEqual(expect.stringMatching(RESCUED)),
      );
      await load.stop();
      const said = server.log.filter(({ level }) => level === 'error').map(({ msg }) => msg);
      expect(said).toContainEqual(expect.stringMatching(LOST));
      expect(said).toContainEqual(expect.stringMatching(words));
      const ready = await fetch(`${server.baseURL}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringMatching(words)]);
      const [rescued] = rescuedFiles(server);
      expect(said).toContainEqual(expect.stringContaining(`rename ${rescued} to ${server.file}`));
      expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(readFileSync(keyFile, 'utf8')).toBe(key);
      // Applies the remedy that the log recommends.
      rmSync(`${server.file}-wal`, { force: true });
      rmSync(`${server.file}-shm`, { force: true });
      renameSync(rescued!, server.file);
      const stored = new Set(await eventNumbers(server.file));
      expect(load.acknowledged.filter((number) => !stored.has(number))).toEqual([]);
      await server.restart();
      expect((await fetch(`${server.baseURL}${path}`)).status).toBe(200);
      await server.stop();
      rmSync(`${server.folder}.moved`, { recursive: true, force: true });
    },
  );

  test('an emptied file makes pings get 503 within a second, and the data in memory is rescued', async () => {
    const server = await startServer();
    const { path } = await server.createMonitor();
    expect((await fetch(`${server.baseURL}${path}`)).status).toBe(200);
    truncateSync(server.file, 0);
    await until(async () => expect((await fetch(`${server.baseURL}${path}`)).status).toBe(503), {
      timeout: 1000,
    });
    await until(() =>
      expect(server.log.map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/was emptied/)),
    );
    await server.kill('SIGKILL');
    const { exitCode, out } = await server.command('serve');
    expect([exitCode, out]).toEqual([1, expect.stringMatching(/is empty, but an earlier database left/)]);
    rmSync(server.folder, { recursive: true });
  });
});

describe('a missing database at the start', () => {
  test('a database is not created beside the key of an earlier database without an explicit option', async () => {
    const server = await startServer();
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    rmSync(server.file);
    for (const isEmpty of [false, true]) {
      if (isEmpty) writeFileSync(server.file, '');
      for (const command of ['serve', 'migrate']) {
        const { exitCode, out } = await server.command(command);
        expect([exitCode, out]).toEqual([
          1,
          expect.stringMatching(
            /^overdue-server: .*overdue\.db.* an earlier database left .*overdue\.key\. Restore the file from a backup, .* serve --new-database\n$/m,
          ),
        ]);
      }
    }
    rmSync(server.file);
    expect(existsSync(server.file)).toBe(false);
    rmSync(server.folder, { recursive: true });
  });
});
