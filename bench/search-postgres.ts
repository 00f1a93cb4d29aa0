/** How long does a search in a million logs take on PostgreSQL? Loads logs and their index directly, because pings would take an hour. */

import { openWithoutTimeout } from '../server/src/core/postgres/database.ts';
import { makePartitions } from '../server/src/core/postgres/partitions/partitions.ts';
import { bigintArray, textArray } from '../server/src/database/postgres/arrays.ts';
import { systemRandom } from '../server/src/platform/runtime/random.ts';
import { wordsOfLog } from '../server/src/search/queries/index-words.ts';
import { openPostgresStore } from '../server/src/store/postgres/store.ts';
import { benchOnSharedCores } from './bench.ts';
import { logOf } from './logs.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { measureSearches } from './searches.ts';
import { firstTeam, seedTeamRows } from './seed-postgres.ts';

const MONITORS = 1000;
const CHUNK = 2000;
const DAY_MS = 86_400_000;

await benchOnSharedCores(
  'How long does a search in a million logs take on PostgreSQL?',
  { logs: 1_000_000, days: 30 },
  async ({ numbers: { logs, days }, own }) => {
    const postgres = own(await startPostgres());
    const now = Date.now();
    const database = openWithoutTimeout(postgres.url);
    await makePartitions(database, now, now - (days + 1) * DAY_MS).finally(() => database.destroy());
    await seedTeamRows(postgres, MONITORS);
    const { teamID } = await firstTeam(postgres);
    const startedAt = performance.now();
    // Building the index once at the end is faster than adding each log to it.
    await postgres.query('DROP INDEX log_words_words');
    for (let from = 0; from < logs; from += CHUNK)
      await addLogs(postgres, {
        teamID,
        first: from,
        count: Math.min(CHUNK, logs - from),
        at: (number) => Math.round(now - days * DAY_MS * (1 - number / logs)),
      });
    await postgres.query("SET maintenance_work_mem = '1GB'");
    await postgres.query('CREATE INDEX log_words_words ON log_words USING gin (words)');
    await postgres.query('VACUUM ANALYZE events, event_bodies, log_words');
    const loadedMs = performance.now() - startedAt;
    const store = await openPostgresStore({ url: postgres.url, newID: () => systemRandom.uuid(), now });
    const figures = await measureSearches(store, { teamID, name: 'PostgreSQL' });
    await store.close();
    return {
      figures: [
        ...figures,
        { name: 'disk', value: (await postgres.diskBytes()) / 1e6, unit: 'MB' },
        { name: 'loading', value: loadedMs / 1000, unit: 's' },
      ],
      notes: [`${logs} logs of ${days} days.`],
    };
  },
);

/** Adds events with logs, one for each monitor in turn, and the words of each log to the index. */
async function addLogs(
  postgres: Postgres,
  {
    teamID,
    first,
    count,
    at,
  }: {
    readonly teamID: string;
    readonly first: number;
    readonly count: number;
    readonly at: (number: number) => number;
  },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const monitorID = (number % MONITORS) + 1;
    const log = logOf(number);
    return {
      monitorID,
      // Event 1 of each monitor was seeded, so numbers start at 2.
      number: Math.floor(number / MONITORS) + 2,
      at: at(number),
      log: Buffer.from(log).toString(),
      words: wordsOfLog(log, { teamID, monitorID }).join(' '),
    };
  });
  const keys = [
    bigintArray(rows, (row) => row.monitorID),
    bigintArray(rows, (row) => row.number),
    bigintArray(rows, (row) => row.at),
  ];
  const given = 'unnest($1::bigint[], $2::bigint[], $3::bigint[]';
  await postgres.connection.pipeline([
    {
      text: `INSERT INTO events (monitor_id, number, at, type, run_id, method, user_agent, remote_address, body_size)
        SELECT monitor, number, at, 'end', '', 'POST', 'curl', '127.0.0.1', 1000 FROM ${given}) AS e (monitor, number, at)`,
      values: keys,
    },
    {
      text: `INSERT INTO event_bodies (monitor_id, number, at, body)
        SELECT monitor, number, at, convert_to(log, 'UTF8') FROM ${given}, $4::text[]) AS b (monitor, number, at, log)`,
      values: [...keys, textArray(rows, (row) => row.log)],
    },
    {
      text: `INSERT INTO log_words (monitor_id, number, at, words)
        SELECT monitor, number, at, words::tsvector FROM ${given}, $4::text[]) AS w (monitor, number, at, words)`,
      values: [...keys, textArray(rows, (row) => row.words)],
    },
  ]);
}
