/**
 * How long does a search in a million logs take, on SQLite and PostgreSQL? How much space does the index take, and how much slower
 * do pings become while their logs are indexed?
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { createLogIndexer } from '../server/src/search/indexer.ts';
import { openPostgresStore } from '../server/src/store/postgres/store.ts';
import { openSqliteStore } from '../server/src/store/sqlite/store.ts';
import type { Store } from '../server/src/store/store.ts';
import { applyOne, makeMonitors, ping } from '../server/test/store/suite/fixtures.ts';
import { bench } from './bench.ts';
import { logOf } from './logs.ts';
import { startPostgres } from './postgres.ts';
import type { Figure } from './report.ts';
import { measureSearches, median } from './searches.ts';

const MONITORS = 1000;
const BATCH = 200;
const ROUNDS = 5;
const TEAM = 'team-acme';

const SILENT = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

let at = Date.now() - 1_000_000_000;

/** Stores pings with logs. @returns pings per second */
async function fill(store: Store, ids: readonly number[], count: number): Promise<number> {
  const startedAt = performance.now();
  for (let sent = 0; sent < count; sent += BATCH) {
    const inputs = Array.from({ length: BATCH }, (_, index) => {
      at += 1;
      return ping(ids[(sent + index) % ids.length] ?? 0, 'end', at, {
        request: { body: logOf(sent + index) },
      });
    });
    await store.apply(inputs);
    // Lets the indexer run between batches, as it does between the requests of jobs.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return (count / (performance.now() - startedAt)) * 1000;
}

async function measure(store: Store, name: string, logs: number): Promise<readonly Figure[]> {
  const ids = (await makeMonitors(store, MONITORS)).map(({ id }) => id);
  for (const id of ids) await applyOne(store, ping(id, 'end', at));
  const figures: Figure[] = [];
  const sample = Math.min(20_000, logs / (2 * ROUNDS));
  const rates = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.without.push(await fill(store, ids, sample));
    const indexer = createLogIndexer({
      store,
      clock: systemClock,
      log: SILENT,
      holder: 'bench',
    });
    indexer.start();
    rates.with.push(await fill(store, ids, sample));
    await indexer.stop();
  }
  figures.push({
    name: `${name}: pings with logs, without the indexer`,
    value: median(rates.without),
    unit: '/s',
  });
  figures.push({ name: `${name}: pings with logs, with the indexer`, value: median(rates.with), unit: '/s' });
  await fill(store, ids, logs - 2 * ROUNDS * sample);
  const startedAt = performance.now();
  let step = 0;
  for (let isDone = false; !isDone; ) {
    const from = performance.now();
    isDone = await store.indexLogs({ events: 200, bytes: 64_000 });
    step = Math.max(step, performance.now() - from);
  }
  figures.push({
    name: `${name}: indexing the rest`,
    value: (performance.now() - startedAt) / 1000,
    unit: 's',
  });
  figures.push({ name: `${name}: longest step of the indexer`, value: step, unit: 'ms' });
  figures.push(...(await measureSearches(store, { teamID: TEAM, name })));
  return figures;
}

let last = 0;
const newID = () => {
  last += 1;
  return `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`;
};

await bench(
  'How long does a search in many logs of 1 kB take, and what does the index cost?',
  { logs: 1_000_000, postgres: 1_000_000 },
  async ({ numbers: { logs, postgres: postgresLogs }, folder }) => {
    const figures: Figure[] = [];
    if (logs > 0) {
      const file = join(folder, 'search.db');
      const store = await openSqliteStore({ file, newID });
      figures.push(...(await measure(store, 'SQLite', logs)));
      await store.close();
      figures.push({ name: 'SQLite: file', value: statSync(file).size / 1e6, unit: 'MB' });
    }
    if (postgresLogs > 0) {
      const server = await startPostgres();
      try {
        await server.query('CREATE DATABASE search');
        const url = server.url.replace(/\/overdue$/, '/search');
        const store = await openPostgresStore({ url, newID, now: Date.now() });
        figures.push(...(await measure(store, 'PostgreSQL', postgresLogs)));
        await store.close();
      } finally {
        await server.stop();
      }
    }
    return { figures, notes: [`${logs} logs on SQLite, ${postgresLogs} on PostgreSQL.`] };
  },
);
