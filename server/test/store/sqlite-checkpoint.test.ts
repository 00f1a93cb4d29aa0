import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cell, connect } from '../../src/database/sqlite-connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeDataFolder } from '../data-folder.ts';
import { countingIDs, makeMonitors, NOON, ping } from './suite/fixtures.ts';

let folder: string;
let file: string;
let store: Store;
let monitorID: number;

beforeEach(async () => {
  folder = makeDataFolder('overdue-checkpoint-');
  file = join(folder, 'overdue.db');
  const open = () => openSqliteStore({ file, newID: countingIDs() });
  store = await open();
  monitorID = (await makeMonitors(store, 1))[0]!.id;
  // Closing writes the complete log back, so from here on the file contains the tables and the monitor.
  await store.close();
  store = await open();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Applies the pings of one second, and records the presence of that second. */
async function spendSecond(second: number, pings: number): Promise<void> {
  const at = NOON + second * 1000;
  await store.apply(Array.from({ length: pings }, () => ping(monitorID, 'ping', at)));
  await store.recordPresence({ epoch: 'one', since: NOON, at: at + 1000, unstoredSince: null });
}

/** Counts events in the database file without its write-ahead log. */
function writtenBack(): number | undefined {
  const copy = join(folder, 'copy.db');
  copyFileSync(file, copy);
  const db = connect(copy);
  try {
    return cell(db, 'SELECT COUNT(*) FROM events');
  } finally {
    db.close();
  }
}

describe('the write-ahead log', () => {
  test('in quiet times, a large write-ahead log is checkpointed when presence is recorded', async () => {
    await spendSecond(0, 499);
    await spendSecond(1, 500);
    expect(writtenBack()).toBe(0);
    await spendSecond(2, 1);
    expect(writtenBack()).toBe(1000);
    await spendSecond(3, 500);
    expect(writtenBack()).toBe(1000);
    await spendSecond(4, 500);
    expect(writtenBack()).toBe(2000);
  });

  test('the log stays unchanged under load, and is written back in the first quiet second', async () => {
    for (let second = 0; second < 4; second += 1) await spendSecond(second, 501);
    expect(writtenBack()).toBe(0);
    await spendSecond(4, 0);
    expect(writtenBack()).toBe(2004);
  });
});
