import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Spool, SpooledPing } from '../../src/core/spool/contract.ts';
import { openSpool } from '../../src/core/spool/spool.ts';
import { cell, connect } from '../../src/database/sqlite-connection.ts';
import { makeDataFolder } from '../data-folder.ts';

const SPOOL = new URL('../../src/core/spool/spool.ts', import.meta.url);

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeDataFolder('overdue-spool-');
  file = join(folder, 'data', 'spool.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

function open(path = file): Spool {
  const spool = openSpool(path);
  onTestFinished(() => spool.close());
  return spool;
}

function ping(ticket: number, more: Partial<SpooledPing> = {}): SpooledPing {
  return {
    epoch: 'a life',
    ticket,
    normalizedPingID: 'Zk3vQ9mB7xW2nR5tY8pL1c',
    command: {
      kind: 'ping',
      at: 1_795_262_400_000 + ticket,
      type: 'end',
      rid: 'run-1',
      durationMs: 184_220,
      warnings: ['The body was cut: its first 3 bytes were kept.'],
    },
    request: {
      method: 'POST',
      userAgent: 'curl/8.5.0',
      remoteAddress: '192.0.2.7',
      exitStatus: 3,
      body: new Uint8Array([1, 2, 3]),
    },
    ...more,
  };
}

const bare = (ticket: number): SpooledPing =>
  ping(ticket, {
    command: {
      kind: 'ping',
      at: 7,
      type: 'start',
      rid: null,
      newRunID: 'run-2',
      durationMs: null,
      warnings: [],
    },
    request: { method: 'GET', userAgent: '', remoteAddress: '', exitStatus: null, body: null },
  });

const tickets = (spool: Spool) => spool.first(100, 1e9).map((row) => row.ping?.ticket);

describe('the content of the spool', () => {
  test('the content is read in order and unchanged, even by another process', () => {
    const first = openSpool(file);
    first.append([ping(1), bare(2)]);
    first.append([ping(3)]);
    first.close();
    const rows = open().first(10, 1e9);
    const plain = rows.map((row) => row.ping);
    expect(plain.map((row) => ({ ...row, request: { ...row?.request, body: null } }))).toEqual(
      [ping(1), bare(2), ping(3)].map((row) => ({ ...row, request: { ...row.request, body: null } })),
    );
    expect(plain.map((row) => row?.request.body && [...row.request.body])).toEqual([
      [1, 2, 3],
      null,
      [1, 2, 3],
    ]);
  });

  test('the content is counted, even after a start, until it is removed', () => {
    const first = openSpool(file);
    first.append([ping(1), ping(2), bare(3)]);
    expect(first.size()).toEqual({ pings: 3, bytes: 6, oldestAt: ping(1).command.at });
    first.close();
    const spool = open();
    expect(spool.size()).toEqual({ pings: 3, bytes: 6, oldestAt: ping(1).command.at });
    spool.removeThrough(spool.first(1, 1e9)[0]?.position ?? 0);
    expect(spool.size()).toEqual({ pings: 2, bytes: 3, oldestAt: ping(2).command.at });
    spool.append([ping(4)]);
    expect(tickets(spool)).toEqual([2, 3, 4]);
    spool.removeThrough(spool.first(9, 1e9).at(-1)?.position ?? 0);
    expect(spool.size()).toEqual({ pings: 0, bytes: 0, oldestAt: null });
  });

  test('the content is counted for each team, even after a start, until it is removed', () => {
    const first = openSpool(file);
    first.append([ping(1, { teamID: 'a' }), ping(2, { teamID: 'b' }), bare(3), ping(4, { teamID: 'a' })]);
    first.close();
    const spool = open();
    const held = () => [...['a', 'b', 'c'], null].map((teamID) => spool.heldBy(teamID));
    expect(held()).toEqual([
      { pings: 2, bytes: 6 },
      { pings: 1, bytes: 3 },
      { pings: 0, bytes: 0 },
      { pings: 1, bytes: 0 },
    ]);
    expect(spool.first(1, 1e9)[0]?.ping).toMatchObject({ teamID: 'a' });
    spool.append([ping(5, { teamID: 'c' })]);
    spool.removeThrough(spool.first(4, 1e9).at(-1)?.position ?? 0);
    expect(held().map(({ pings }) => pings)).toEqual([0, 0, 1, 0]);
  });

  test('the content is read in bounded pieces, but never in empty ones', () => {
    const spool = open();
    spool.append([ping(1), ping(2), ping(3)]);
    expect(spool.first(2, 1e9)).toHaveLength(2);
    expect(spool.first(3, 6)).toHaveLength(2);
    expect(spool.first(3, 1)).toHaveLength(1);
  });

  test('the content is written completely or not at all', () => {
    const spool = open();
    const broken = { ...ping(2), ticket: Number.NaN };
    expect(() => spool.append([ping(1), broken])).toThrow();
    expect(spool.size().pings).toBe(0);
    expect(tickets(spool)).toEqual([]);
  });

  test('the content is readable only by its owner', () => {
    open();
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test('invalid content is skipped, and does not delay the rest', () => {
    const spool = openSpool(file);
    spool.append([ping(1), ping(2)]);
    spool.close();
    const raw = connect(file);
    raw.exec("UPDATE pings SET type = 'dance' WHERE ticket = 1");
    raw.close();
    expect(tickets(open())).toEqual([undefined, 2]);
  });

  test('the content survives the death of its process', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', LIVE_AND_DIE], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { SPOOL: SPOOL.href, FILE: file, PING: JSON.stringify(bare(1)) },
    });
    await once(child.stdout, 'data');
    expect(() => openSpool(file)).toThrow('Another process uses the spool');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(tickets(open())).toEqual([1]);
  });
});

const LIVE_AND_DIE = `
  const { openSpool } = await import(process.env.SPOOL);
  openSpool(process.env.FILE).append([JSON.parse(process.env.PING)]);
  process.stdout.write('kept');
  setInterval(() => {}, 1000);`;

describe('opening a spool', () => {
  test('a spool that another process uses fails with the cause', () => {
    open();
    expect(() => openSpool(file)).toThrow(
      `Another process uses the spool ${file}. Set a different SPOOL_FILE for each node.`,
    );
  });

  test('a file that is not a spool fails with the cause, and stays unchanged', () => {
    const other = join(folder, 'overdue.db');
    const raw = connect(other);
    raw.exec('CREATE TABLE monitors (id INTEGER)');
    raw.close();
    expect(() => openSpool(other)).toThrow('is not a spool. Set SPOOL_FILE to a separate file.');
    const again = connect(other);
    expect(cell(again, 'PRAGMA journal_mode')).toBe('delete');
    again.close();
  });

  test('a file that is not a database fails with the cause', () => {
    const other = join(folder, 'notes.txt');
    writeFileSync(
      other,
      'These are my notes, and they are longer than a header of SQLite is, by far. '.repeat(20),
    );
    expect(() => openSpool(other)).toThrow(/The spool .* is damaged .*Move it away/);
  });

  test('a file that is damaged inside fails with the cause', () => {
    const spool = openSpool(file);
    spool.append(Array.from({ length: 500 }, (_, index) => ping(index + 1)));
    spool.close();
    const handle = openSync(file, 'r+');
    // Keeps the first page, which identifies the file, and overwrites the next pages.
    writeSync(handle, new Uint8Array(8192).fill(0xff), 0, 8192, 8192);
    closeSync(handle);
    expect(() => openSpool(file)).toThrow(/is damaged/);
  });

  test('a spool of another version fails with the cause', () => {
    openSpool(file).close();
    const raw = connect(file);
    raw.exec('PRAGMA user_version = 3');
    raw.close();
    expect(() => openSpool(file)).toThrow('belongs to another version');
  });
});
