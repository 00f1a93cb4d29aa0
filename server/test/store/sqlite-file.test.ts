import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareApplier } from '../../src/core/sqlite/apply.ts';
import { applyBatch } from '../../src/core/sqlite/batch.ts';
import { prepareSlugLookup } from '../../src/core/sqlite/slug-lookup.ts';
import { migrateToLatest } from '../../src/database/migrations.ts';
import type { MonitorRecord } from '../../src/database/records.ts';
import { migrations } from '../../src/database/sqlite/migrations/migrations.ts';
import { type Connection, cell, column, connect } from '../../src/database/sqlite-connection.ts';
import { DatabaseNotWritable } from '../../src/database/unavailable.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrateSqlite } from '../../src/store/sqlite/migrate.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeDataFolder } from '../data-folder.ts';
import { createMonitorEdit, recordOf } from '../edits.ts';
import { applyOne, countingIDs, foundMonitor, HOUR, makeMonitors, NOON, ping } from './suite/fixtures.ts';

const SCHEMA = new URL('sqlite-schema.sql', import.meta.url);
const MIGRATE = new URL('../../src/store/sqlite/migrate.ts', import.meta.url);
const names = migrations.map(({ name }) => name);

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeDataFolder('overdue-sqlite-');
  file = join(folder, 'overdue.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

const openStore = (path = file) => openSqliteStore({ file: path, newID: countingIDs() });

function byHand<T>(path: string, work: (db: Connection) => T): T {
  const db = connect(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Creates a ping key of the monitor's project. Returns the hash of the key and the monitor's slug. */
async function makeSlugAddress(store: Store, { details: { slug, projectID } }: MonitorRecord) {
  const key = { kind: 'ping', name: 'Key', prefix: 'abcd', createdAt: NOON, createdBy: 'Ann' } as const;
  const lasting = { expiresAt: null, endsWithToken: null };
  const created = {
    ...key,
    ...lasting,
    teamID: 'team-acme',
    shortID: 'short-key',
    projectID,
    hash: 'hash-key',
  };
  recordOf(await store.projectKeys.create(created));
  return { keyHash: 'hash-key', slug };
}

const tablesOf = (path: string) =>
  byHand(path, (db) => column(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"));

describe('the schema', () => {
  // To accept an intended change: UPDATE_SCHEMA=1 npx vitest run server/test/store/sqlite-file.test.ts
  test('equals sqlite-schema.sql', async () => {
    await migrateSqlite(file);
    const statements = byHand(file, (db) =>
      column(
        db,
        `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
          ORDER BY tbl_name, type DESC, name`,
      ),
    );
    const dump = `${statements.join(';\n\n')};\n`;
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(SCHEMA, dump);
    expect(dump).toBe(readFileSync(SCHEMA, 'utf8'));
  });
});

describe('migrations', () => {
  test('run once', async () => {
    expect(await migrateSqlite(file)).toEqual(names);
    const store = await openStore();
    const [monitor] = await makeMonitors(store, 1);
    await store.close();
    expect(await migrateSqlite(file)).toEqual([]);
    const again = await openStore();
    expect(await foundMonitor(again, monitor!)).toEqual(monitor);
    await again.close();
  });

  test('a later migration runs on a database of an earlier version, and keeps its rows', async () => {
    const store = await openStore();
    const [monitor] = await makeMonitors(store, 1);
    await store.close();
    const { raw, kysely } = openDatabase(file);
    const later = { name: '9001-later', statements: ['ALTER TABLE monitors ADD COLUMN later TEXT'] };
    expect(await migrateToLatest(kysely, [...migrations, later])).toEqual(['9001-later']);
    expect(column(raw, 'SELECT id FROM monitors WHERE later IS NULL')).toEqual([monitor?.id]);
    await kysely.destroy();
  });

  test('a database that a newer version has migrated is refused, and stays unchanged', async () => {
    await migrateSqlite(file);
    byHand(file, (db) =>
      db.exec("INSERT INTO migrations (name, timestamp) VALUES ('9999-future', '2030-01-01T00:00:00.000Z')"),
    );
    const before = readFileSync(file);
    await expect(openStore()).rejects.toThrow(/newer version of Overdue \(migration 9999-future\)/);
    await expect(migrateSqlite(file)).rejects.toThrow(/newer version/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('a migration runs completely or not at all', async () => {
    byHand(file, (db) => db.exec('CREATE TABLE watch (something_else TEXT)'));
    await expect(openStore()).rejects.toThrow(/watch/);
    expect(tablesOf(file)).toEqual(['watch']);
    byHand(file, (db) => db.exec('DROP TABLE watch'));
    await (await openStore()).close();
    expect(tablesOf(file)).toContain('monitors');
  });

  test.each(['BEGIN IMMEDIATE', 'BEGIN IMMEDIATE; CREATE TABLE other (id)', 'BEGIN EXCLUSIVE'])(
    'a migration waits for another process that creates the same file, after its %s',
    async (begin) => {
      // Opening blocks this thread, so another thread releases the file shortly after the opening has begun.
      const script = `const { parentPort, workerData } = require('node:worker_threads');
        const { DatabaseSync } = require('node:sqlite');
        const db = new DatabaseSync(workerData.file);
        db.exec(workerData.begin);
        parentPort.postMessage('locked');
        Atomics.wait(workerData.gate, 0, 0);
        Atomics.wait(workerData.gate, 0, 1, 100);
        db.exec('COMMIT');
        db.close();`;
      const gate = new Int32Array(new SharedArrayBuffer(4));
      const other = new Worker(script, { eval: true, workerData: { file, begin, gate } });
      const ended = once(other, 'exit');
      await once(other, 'message');
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      const { raw } = openDatabase(file);
      expect(cell(raw, 'PRAGMA journal_mode')).toBe('wal');
      raw.close();
      await ended;
    },
  );

  test('run once when several processes start at the same time', async () => {
    const script = `import { migrateSqlite } from ${JSON.stringify(MIGRATE.href)};
      console.log((await migrateSqlite(${JSON.stringify(file)})).join());`;
    const run = promisify(execFile);
    const runs = await Promise.all(
      [1, 2, 3].map(() => run(process.execPath, ['--input-type=module-typescript', '-e', script])),
    );
    expect(runs.map(({ stdout }) => stdout.trim()).sort()).toEqual(['', '', names.join(',')]);
  });
});

describe('the file', () => {
  test('is created with its folder, and is readable only by its owner', async () => {
    const path = join(folder, 'a', 'b', 'overdue.db');
    const store = await openStore(path);
    await makeMonitors(store, 1);
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    for (const suffix of ['', '-wal']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
    await store.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test('a database can be in memory', async () => {
    const store = await openStore(':memory:');
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    expect(await store.check(10)).toEqual([]);
    const copy = join(folder, 'copy.db');
    await store.backup(copy);
    await store.close();
    const restored = await openStore(copy);
    expect((await foundMonitor(restored, monitor!)).state.eventCount).toBe(1);
    await restored.close();
  });

  test('a file that is not a database is refused', async () => {
    writeFileSync(
      file,
      'This is a text, and quite a long one, so that nobody takes it for a database. '.repeat(20),
    );
    await expect(openStore()).rejects.toThrow(
      /overdue\.db can't be opened: it is damaged, or is not an SQLite database/,
    );
  });

  test('a commit that returns is durable', () => {
    const { raw } = openDatabase(file);
    expect(cell(raw, 'PRAGMA journal_mode')).toBe('wal');
    expect(cell(raw, 'PRAGMA synchronous')).toBe(2);
    expect(cell(raw, 'PRAGMA foreign_keys')).toBe(1);
    raw.close();
  });

  test('a write shows whether the file takes writes', async () => {
    const store = await openStore();
    const size = () => statSync(`${file}-wal`).size;
    const before = size();
    await store.probe();
    expect(size()).toBeGreaterThan(before);
    await store.close();
  });

  test('a deleted or replaced file accepts no writes', async () => {
    const store = await openStore();
    const copy = join(folder, 'copy.db');
    await store.backup(copy);
    rmSync(file);
    await expect(store.probe()).rejects.toThrow(/was deleted or moved/);
    renameSync(copy, file);
    await expect(store.probe()).rejects.toThrow(/was deleted or moved/);
    await expect(store.apply([])).rejects.toThrow(DatabaseNotWritable);
    await store.close();
  });

  test('a call after the close gets an error', async () => {
    const store = await openStore();
    await store.close();
    await expect(store.monitorsByPingID.find('x', 0)).rejects.toThrow();
    await expect(store.apply([])).rejects.toThrow();
    await expect(store.listMonitors('t', {})).rejects.toThrow();
    await expect(store.probe()).rejects.toThrow();
  });
});

describe('a full disk', () => {
  test('fails the whole batch, and loses nothing before or after the batch', async () => {
    const store = await openStore();
    const [monitor] = await makeMonitors(store, 1);
    await store.close();
    const { raw } = openDatabase(file);
    const applier = prepareApplier(raw, countingIDs());
    const body = new Uint8Array(50_000);
    const pings = () => [
      ping(monitor!.id, 'ping', NOON),
      ping(monitor!.id, 'ping', NOON, { request: { body } }),
    ];
    const apply = () =>
      applyBatch(raw, { applier, inputs: pings(), windowsOf: () => [], setAside: () => null });
    expect(apply()).toMatchObject([{ event: { number: 1 } }, { event: { number: 2 } }]);
    const pages = Number(cell(raw, 'PRAGMA page_count'));
    raw.exec(`PRAGMA max_page_count = ${pages + 3}`);
    expect(apply).toThrow(expect.objectContaining({ errcode: 13 }));
    expect(raw.isTransaction).toBe(false);
    raw.exec('PRAGMA max_page_count = 1000000');
    expect(apply()).toMatchObject([{ event: { number: 3 } }, { event: { number: 4 } }]);
    raw.close();
    const again = await openStore();
    expect(await again.check(10)).toEqual([]);
    expect((await again.listEvents(monitor!.id, { limit: 10 })).map(({ number }) => number)).toEqual([
      4, 3, 2, 1,
    ]);
    await again.close();
  });
});

describe('a full disk in another change', () => {
  test('the reported error is the full disk, not the failed rollback', async () => {
    const { raw, kysely } = openDatabase(file);
    raw.exec('CREATE TABLE notes (text TEXT)');
    raw.exec(`PRAGMA max_page_count = ${Number(cell(raw, 'PRAGMA page_count')) + 1}`);
    const insert = kysely
      .transaction()
      .execute((transaction) => sql`INSERT INTO notes VALUES (${'x'.repeat(50_000)})`.execute(transaction));
    await expect(insert).rejects.toThrow(/the disk is full/);
    raw.exec('PRAGMA max_page_count = 1000000');
    await kysely
      .transaction()
      .execute((transaction) => sql`INSERT INTO notes VALUES ('y')`.execute(transaction));
    expect(column(raw, 'SELECT text FROM notes')).toEqual(['y']);
    await kysely.destroy();
  });
});

describe('a disk that fills up during a batch', () => {
  test('the whole batch fails, and nothing is stored', async () => {
    const store = await openStore();
    const [a, b] = await makeMonitors(store, 2);
    await store.close();
    const { raw } = openDatabase(file);
    const applier = prepareApplier(raw, countingIDs());
    const starts = Array.from({ length: 300 }, (_, index) =>
      ping(a!.id, 'start', NOON, { rid: `${index}`.padStart(128, '-') }),
    );
    // At the time of the verdict, all runs have timed out. The verdict lists them, so they must be in the database.
    const verdict = { monitorID: a!.id, command: { kind: 'deadline', at: NOON + 2 * HOUR } } as const;
    raw.exec(`PRAGMA max_page_count = ${Number(cell(raw, 'PRAGMA page_count')) + 3}`);
    expect(() =>
      applyBatch(raw, {
        applier,
        inputs: [...starts, verdict, ping(b!.id, 'ping', NOON)],
        windowsOf: () => [],
        setAside: () => null,
      }),
    ).toThrow(expect.objectContaining({ errcode: 13 }));
    expect(cell(raw, 'SELECT COUNT(*) FROM events')).toBe(0);
    raw.close();
    const again = await openStore();
    expect(await again.check(10)).toEqual([]);
    await again.close();
  });
});

describe('a slug in memory', () => {
  test('a slug of an undone transaction is not remembered', async () => {
    const store = await openStore();
    const [monitor] = await makeMonitors(store, 1);
    const { keyHash, slug } = await makeSlugAddress(store, monitor!);
    await store.close();
    byHand(file, (db) => {
      const slugs = prepareSlugLookup(db);
      const find = (name: string) => slugs.findCached({ keyHash, slug: name }, 0)?.monitors.length;
      expect(find(slug)).toBe(1);
      db.exec("BEGIN; UPDATE monitors SET slug = 'undone'");
      expect([find(slug), find('undone')]).toEqual([0, 1]);
      db.exec('ROLLBACK');
      expect([find(slug), find('undone')]).toEqual([1, 0]);
    });
  });
});

describe('the index of logs', () => {
  test('the index has few segments, which the indexer merges in separate steps', async () => {
    const store = await openStore();
    const [monitor] = await makeMonitors(store, 1);
    let steps = 0;
    for (let round = 0; round < 12; round += 1) {
      await store.apply([
        ping(monitor!.id, 'ping', NOON + round, { request: { body: Buffer.from(`log ${round}`) } }),
      ]);
      while (!(await store.indexLogs({ events: 10, bytes: 1000 }))) steps += 1;
    }
    await store.close();
    expect(steps).toBeGreaterThan(12);
    const segments = byHand(file, (db) => cell(db, 'SELECT count(DISTINCT segid) FROM log_words_idx'));
    expect(segments).toBeLessThan(6);
    expect(byHand(file, (db) => cell(db, "SELECT v FROM log_words_config WHERE k = 'automerge'"))).toBe(0);
  });
});

describe('two processes on one file', () => {
  test('each process sees the changes of the other process', async () => {
    const [service, tool] = [await openStore(), await openStore()];
    const [a, b] = await makeMonitors(service, 2);
    await service.apply([ping(a!.id, 'start', NOON, { rid: 'r' }), ping(b!.id, 'ping', NOON)]);
    await tool.apply([ping(a!.id, 'end', NOON + 7, { rid: 'r' })]);
    expect(await applyOne(service, ping(a!.id, 'ping', NOON + 8))).toMatchObject({ event: { number: 3 } });
    expect(await service.listRuns(a!.id, { limit: 10 })).toHaveLength(2);
    await tool.deleteMonitors([b!.id], NOON);
    expect(await service.apply([ping(b!.id, 'ping', NOON + 9)])).toEqual([{ outcome: 'gone' }]);
    expect(await tool.check(10)).toEqual([]);
    await service.close();
    await tool.close();
  });

  test('the ping ID of a monitor that the other process has deleted is forgotten, so that another monitor can have it', async () => {
    const [service, tool] = [await openStore(), await openStore()];
    const [a] = await makeMonitors(service, 1);
    const key = byHand(file, (db) => cell<string>(db, 'SELECT normalized_ping_id FROM monitors'));
    expect(await service.monitorsByPingID.find(key!, 0)).toMatchObject({ monitorID: a!.id });
    await tool.deleteMonitors([a!.id], NOON);
    expect(await service.apply([ping(a!.id, 'ping', NOON)])).toEqual([{ outcome: 'gone' }]);
    expect(await service.monitorsByPingID.find(key!, 0)).toBeNull();
    await service.close();
    await tool.close();
  });

  test('the monitor to which the other process has given a slug is found', async () => {
    const [service, tool] = [await openStore(), await openStore()];
    const [a, b] = await makeMonitors(service, 2);
    const address = await makeSlugAddress(service, a!);
    const found = (now: number) => service.slugs.findCached(address, now)?.monitors;
    expect(found(0)).toMatchObject([{ monitorID: a!.id }]);
    await tool.apply([
      createMonitorEdit(a!, NOON, { slug: 'other' }),
      createMonitorEdit(b!, NOON, { slug: address.slug, projectID: a!.details.projectID }),
    ]);
    expect(found(100)).toMatchObject([{ monitorID: b!.id }]);
    await service.close();
    await tool.close();
  });

  test('a backup runs while the other process writes', async () => {
    const [service, tool] = [await openStore(), await openStore()];
    const monitors = await makeMonitors(service, 3);
    const body = new Uint8Array(20_000);
    const write = (at: number) =>
      service.apply(monitors.map(({ id }) => ping(id, 'ping', at, { request: { body } })));
    for (let row = 0; row < 40; row += 1) await write(NOON + row);
    let isWriting = true;
    let written = 40;
    const writer = (async () => {
      for (; isWriting; written += 1) {
        await write(NOON + written);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const copy = join(folder, 'copy.db');
    await tool.backup(copy);
    isWriting = false;
    await writer;
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(existsSync(`${copy}.partial`)).toBe(false);
    const restored = await openStore(copy);
    expect(await restored.check(10)).toEqual([]);
    const { state } = await foundMonitor(restored, monitors[0]!);
    expect(state.eventCount).toBeGreaterThanOrEqual(40);
    expect(state.eventCount).toBeLessThan(written);
    for (const store of [restored, service, tool]) await store.close();
  });

  test('a failed backup leaves nothing behind', async () => {
    const store = await openStore();
    await expect(store.backup(join(folder, 'nowhere', 'copy.db'))).rejects.toThrow();
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    await makeMonitors(store, 1);
    await store.close();
  });
});
