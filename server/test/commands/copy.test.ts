import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { column, connect } from '../../src/database/sqlite-connection.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { findDefaultProject } from '../../src/projects/contract.ts';
import { openCopyTarget } from '../../src/store/postgres/copy-target.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openCopySource } from '../../src/store/sqlite/file/copy-source.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { COPIED_TABLES } from '../../src/store/upkeep/copied-tables.ts';
import { copyDatabase } from '../../src/store/upkeep/copy.ts';
import type { Caller } from '../callers.ts';
import { makeDataFolder } from '../data-folder.ts';
import { VERSIONS } from '../postgres/binaries.ts';
import { query } from '../postgres/cluster.ts';
import { makeEmptyDatabase } from '../postgres/database.ts';
import { applyOne, countingIDs, DAY, makeMonitor, NOON, ping } from '../store/suite/fixtures.ts';
import { NOW, openTerminal, type Terminal } from './command-line.ts';
import { fill, readAll } from './full-installation.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/overdue-server.js', import.meta.url));

interface Move {
  readonly terminal: Terminal;
  readonly url: string;
  readonly owner: Caller;
  /** Responses of the API before the copy, by path. */
  readonly before: ReadonlyMap<string, string>;
  copy(...args: readonly string[]): ReturnType<Terminal['run']>;
  ask(statement: string): ReturnType<typeof query>;
}

interface Installation {
  readonly file: string;
  readonly owner: Caller;
  readonly before: ReadonlyMap<string, string>;
}

/** An installation on SQLite with all kinds of data. Each test copies it. */
let installation: Installation;
beforeAll(async () => {
  const folder = makeDataFolder('overdue-copy-');
  const file = join(folder, 'overdue.db');
  const store = await openSqliteStore({ file, newID: countingIDs() });
  const owner = await fill(store);
  const before = await readAll(store, owner);
  const found = [...before].filter(([, response]) => response.startsWith('200 '));
  expect(found.length).toBeGreaterThan(80);
  for (const what of [
    'events',
    'runs',
    'transitions',
    'alerts',
    'body',
    'incidents',
    'deliveries',
    'escalations',
  ])
    expect(found.filter(([path]) => path.includes(`/${what}/`)).length, what).toBeGreaterThan(1);
  expect(await store.check(10)).toEqual([]);
  await store.close();
  addDeletedRuns(file);
  installation = { file, owner, before };
  return () => rmSync(folder, { recursive: true });
});

/** Adds a count of deleted runs, as retention leaves it behind, for a day that no response includes. */
function addDeletedRuns(file: string): void {
  const db = connect(file);
  db.exec('INSERT INTO pruned_run_counts VALUES (1, 20000, 1, 0, 0, 0, 0)');
  db.close();
}

/** Prepares an installation that is not running, and an empty PostgreSQL database. */
async function prepare(version: (typeof VERSIONS)[number] = '15'): Promise<Move> {
  const { url, drop } = await makeEmptyDatabase(version);
  onTestFinished(drop);
  const terminal = openTerminal();
  mkdirSync(dirname(terminal.file));
  copyFileSync(installation.file, terminal.file);
  return {
    terminal,
    url,
    owner: installation.owner,
    before: installation.before,
    copy: (...args) => terminal.run('copy', '--from', `sqlite:${terminal.file}`, '--to', url, ...args),
    ask: (statement) => query(url, statement),
  };
}

/**
 * Checks that the API over the target gives the same responses as over the source, and that new IDs continue the
 * sequence.
 */
async function expectMoved({ url, owner, before }: Move): Promise<void> {
  const store = await openPostgresStore({ url, newID: systemRandom.uuid, now: NOW });
  try {
    expect(await store.check(10)).toEqual([]);
    expect(await readAll(store, owner)).toEqual(before);
    const projectID = (await findDefaultProject(store, owner.teamID)).id;
    const monitors = await store.listMonitors(owner.teamID, {});
    const monitor = await makeMonitor(store, { teamID: owner.teamID, projectID, name: 'new' });
    // Monitor 5 was deleted, and its ID is not reused.
    expect(monitor.id).toBe(7);
    await applyOne(store, ping(monitors[0]!.id, 'end', NOON + 3 * DAY));
    expect((await store.listEvents(monitors[0]!.id, { limit: 1 }))[0]?.number).toBe(61);
    expect(await store.check(10)).toEqual([]);
  } finally {
    await store.close();
  }
}

describe('overdue-server copy', () => {
  test('the fixture fills every table of both databases', async () => {
    const { terminal, url, copy, ask } = await prepare();
    const db = connect(terminal.file);
    const names = column(
      db,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    ).map(String);
    const known = COPIED_TABLES.map(({ name }) => String(name));
    expect(names.filter((name) => !/^(?:migrations|log_)/.test(name)).sort()).toEqual([...known].sort());
    // A sound installation has no pings that were set aside.
    const filled = known.filter((name) => name !== 'pings_set_aside');
    for (const name of filled) expect(db.prepare(`SELECT 1 FROM ${name}`).get(), name).toBeDefined();
    db.close();
    await copy();
    expect(url).toContain('test_');
    const there = await ask(`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind IN ('r', 'p') AND NOT relispartition`);
    const own = [
      'migrations',
      'schema_level',
      'leases',
      'slug_changes',
      'ping_nodes',
      'watching_nodes',
      'queued_pings',
      'check_nodes',
      'check_shards',
    ];
    const index = ['log_words', 'log_positions'];
    expect(there.map(({ name }) => String(name)).sort()).toEqual([...known, ...own, ...index].sort());
  });

  test.each(VERSIONS)('the copy moves all data to PostgreSQL %s unchanged', async (version) => {
    const move = await prepare(version);
    const { exitCode, out, err } = await move.copy();
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: expect.stringMatching(/^Copied \d+ rows to postgres:\/\/127.*verified each one\.\n.*SECRET_KEY/),
    });
    expect(out).not.toContain('secret-of-the-tests');
    expect(err).toMatch(/^copied users: 4 of 4\n/);
    expect(err).toContain('compared events: ');
    await expectMoved(move);
    // Each run is in the partition for its time, so the default partition is empty.
    expect(await move.ask('SELECT 1 FROM runs_default')).toEqual([]);
  });

  test('the output names the file of the key, but never its content', async () => {
    const { terminal, copy } = await prepare();
    const file = join(dirname(terminal.file), 'overdue.key');
    writeFileSync(file, 'the-key-that-nobody-must-see-in-any-log-at-all');
    const { out, err } = await copy();
    expect(out).toContain(`SECRET_KEY to the content of ${file}`);
    expect(out + err).not.toContain('nobody-must-see');
  });

  test('the copy continues after any number of interruptions', async () => {
    const move = await prepare();
    let rounds = 0;
    for (let done = false; !done; rounds += 1) {
      let chunks = 0;
      const tell = (step: string) => {
        chunks += 1;
        if (step === 'copied' && chunks > 9) throw new Error('Broken off.');
      };
      const source = openCopySource(move.terminal.file, 5);
      const target = await openCopyTarget(move.url, { now: NOW, since: NOON });
      try {
        const { differences } = await copyDatabase({ source, target, report: tell });
        expect(differences).toEqual([]);
        done = true;
      } catch (error) {
        expect(error).toMatchObject({ message: 'Broken off.' });
        const half = openPostgresStore({ url: move.url, newID: countingIDs(), now: NOW });
        await expect(half).rejects.toThrow(/it holds an unfinished copy/);
      } finally {
        source.close();
        await target.close();
      }
    }
    expect(rounds).toBeGreaterThan(4);
    await expectMoved(move);
  });

  test('the copy continues after kill -9', async () => {
    const move = await prepare();
    const args = [PROGRAM, 'copy', '--from', `sqlite:${move.terminal.file}`, '--to', move.url];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    await once(child.stderr, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await move.copy()).toMatchObject({ exitCode: 0 });
    await expectMoved(move);
  });

  test("a row that was damaged during the copy is found, and the copy can't start a service", async () => {
    const move = await prepare();
    const source = openCopySource(move.terminal.file);
    const target = await openCopyTarget(move.url, { now: NOW, since: NOON });
    const damaging: typeof target = {
      ...target,
      async write(table, columns, chunk) {
        await target.write(table, columns, chunk);
        if (table.name === 'event_bodies') {
          await move.ask(
            `UPDATE events SET duration_ms = 7, type = 'ping' WHERE monitor_id = 1 AND number = 4`,
          );
          await move.ask(`UPDATE event_bodies SET body = 'x' WHERE monitor_id = 1 AND number = 8`);
          await move.ask(`DELETE FROM events WHERE monitor_id = 2`);
        }
        if (table.name === 'teams') await move.ask(`UPDATE teams SET name = 'Eve' WHERE name = 'Other'`);
      },
    };
    const { differences } = await copyDatabase({ source, target: damaging, report() {} });
    source.close();
    await target.close();
    expect(differences).toEqual([
      expect.stringMatching(/^Row \["[^"]+"\] of teams differs in name\.$/),
      'Row [1,4] of events differs in type, duration_ms.',
      'Row [2,1] of events is missing.',
      expect.stringMatching(/^events has \d+ rows instead of \d+\.$/),
      'Row [1,8] of event_bodies differs in body.',
    ]);
    const { exitCode, out } = await move.copy('--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual({ ok: false, differences });
    const opened = openPostgresStore({ url: move.url, newID: countingIDs(), now: NOW });
    await expect(opened).rejects.toThrow(/holds an unfinished copy/);
  });

  test('refuses a source that is in use, and locks the source during the copy', async () => {
    const { terminal, copy } = await prepare();
    const service = await openSqliteStore({ file: terminal.file, newID: countingIDs() });
    expect(await copy()).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('is in use. Stop the service'),
    });
    await service.close();
    const source = openCopySource(terminal.file);
    await expect(openSqliteStore({ file: terminal.file, newID: countingIDs() })).rejects.toThrow(/locked/);
    source.close();
    expect(await copy()).toMatchObject({ exitCode: 0 });
  });

  test('a target with data is refused, even if the data come from the same source', async () => {
    const move = await prepare();
    await move.copy();
    expect(await move.copy()).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('The target is not empty'),
    });
    await expectMoved(move);
  });

  test('refuses to continue with a source that was used between two attempts', async () => {
    const move = await prepare();
    const source = openCopySource(move.terminal.file);
    const target = await openCopyTarget(move.url, { now: NOW, since: NOON });
    const tell = () => {
      throw new Error('Broken off.');
    };
    await expect(copyDatabase({ source, target, report: tell })).rejects.toThrow('Broken off.');
    source.close();
    await target.close();
    const service = await openSqliteStore({ file: move.terminal.file, newID: countingIDs() });
    await service.recordPresence({
      epoch: 'a',
      since: NOON + 4 * DAY,
      at: NOON + 4 * DAY,
      unstoredSince: null,
    });
    await service.close();
    expect(await move.copy()).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('the source has been used since'),
    });
  });

  test('explains each wrong argument', async () => {
    const { terminal, url } = await prepare();
    const wrong = async (...args: string[]) => (await terminal.run('copy', ...args)).err;
    const from = `sqlite:${terminal.file}`;
    expect(await wrong('--to', url)).toContain("required option '--from <url>'");
    expect(await wrong('--from', url, '--to', url)).toContain('--from must be an SQLite database');
    expect(await wrong('--from', 'sqlite:nowhere.db', '--to', url)).toContain('no database at nowhere.db');
    expect(await wrong('--from', from)).toContain('Set --to or DATABASE_URL');
    expect(await wrong('--from', from, '--to', 'mysql://x')).toContain('--to must be');
    const empty = join(terminal.folder, 'other', 'empty.db');
    mkdirSync(dirname(empty));
    writeFileSync(empty, '');
    expect(await wrong('--from', `sqlite:${empty}`, '--to', url)).toContain(
      'belongs to another version of Overdue',
    );
  });
});
