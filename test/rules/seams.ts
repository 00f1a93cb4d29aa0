import { findImports, findInCode, findInLiterals, findInText, isProductSource, type Rule } from '../rule.ts';

function isServer(path: string): boolean {
  return /^(?:domain|server)\/src\//.test(path) && isProductSource(path);
}

function serverBut(...exceptions: readonly string[]): (path: string) => boolean {
  return (path) => isServer(path) && !exceptions.some((exception) => path.startsWith(exception));
}

/** Files that may contain SQL. */
const SQL_PLACES =
  /^server\/src\/(?:database|store)\/|\/(?:sqlite|postgres|queries|history|run-counts|spool)\/|\/kuma-database\.ts$|\/(?:[\w-]+-)?queries\.ts$/;
/** Files that may read requests and write responses. */
const HTTP_PLACES =
  /^server\/src\/(?:main\.ts|(?:api|compat|pages|platform\/http|public-pages|serve)\/|core\/receive\/|incidents\/action-page\/|platform\/outbound\/outbound\.ts|checks\/probes\/http\.ts)|\/endpoints(?:\/|\.ts$)/;

function serverOutside(places: RegExp): (path: string) => boolean {
  return (path) => isServer(path) && !places.test(path);
}

const TIME_ADVICE =
  'Only server/src/platform/runtime/clock.ts asks for the time or sets a timer: take a Clock, or the time.';
const RANDOM_ADVICE = 'Only server/src/platform/runtime/random.ts draws randomness: take a Random.';
const ENVIRONMENT_ADVICE =
  'Only server/src/platform/config/config.ts reads the environment: take the value from Config.';
const SQL_ADVICE =
  'Only database/, store/, the queries of a room, and the folders of a database know SQL: add a method to a contract.';
const SQL_TIME_ADVICE = 'Pass the time as a parameter: the database has a clock of its own.';
const HTTP_ADVICE = 'Only endpoints, pages and the doors of the service know HTTP: take parsed values.';

const VERDICT_ADVICE =
  'A command makes all verdicts that are due. Make sure that server/src/serve/command-store.ts wraps the method of the store, then add the file to this rule.';

export const seamRules: readonly Rule[] = [
  {
    says: 'only the known ways lead to verdicts, so that each records a gap first',
    check: (files) => [
      ...findInCode(files, {
        where: serverBut(
          'domain/',
          // Another function of the same name decides about sign-ins.
          'server/src/accounts/',
          'server/src/core/sqlite/apply.ts',
          'server/src/core/postgres/decide-batch.ts',
          // New monitors have no verdict that is due.
          'server/src/imports/new-rows.ts',
        ),
        pattern: /\bdecide\s*\(/g,
        advice: VERDICT_ADVICE,
      }),
      ...findInCode(files, {
        where: serverBut('server/src/monitors/queries/import-monitors.ts'),
        pattern: /\.applyEdits\s*\(/g,
        advice: VERDICT_ADVICE,
      }),
    ],
    refuses: [
      { 'server/src/monitors/queries.ts': 'const { runs } = decide(monitor, { stored, command });' },
      { 'server/src/projects/queries.ts': 'await monitors.applyEdits(edits);' },
    ],
    accepts: [
      { 'server/src/core/sqlite/apply.ts': 'const { runs } = decide(monitor, { stored, command });' },
      { 'domain/src/decision/decide.ts': 'export function decide(monitor: Monitor) {}' },
      { 'server/src/monitors/queries/import-monitors.ts': 'await monitors.applyEdits(chunk);' },
      { 'server/src/core/sqlite/monitor-transaction.ts': 'return applyEdits(inputs);' },
    ],
  },
  {
    says: 'only clock.ts reads the time and sets timers',
    check: (files) => [
      ...findInCode(files, {
        where: serverBut('server/src/platform/runtime/clock.ts'),
        pattern:
          /\bDate\.now\b|\bnew Date\b(?:\(\s*\)|(?!\s*\())|(?<![\w.]|new )Date\(\s*\)|\bperformance\.(?:now|timeOrigin)\b|\bTemporal\.Now\b|\bprocess\.hrtime\b|(?<![.\w])set(?:Timeout|Interval)\b/g,
        advice: TIME_ADVICE,
      }),
      ...findImports(files, {
        where: serverBut('server/src/platform/runtime/clock.ts'),
        pattern: /^(?:node:)?timers(?:\/promises)?$/,
        advice: TIME_ADVICE,
      }),
    ],
    refuses: [
      { 'server/src/core/ingest/ingest.ts': 'const t = Date.now();' },
      { 'server/src/core/ingest/ingest.ts': 'const now = Date.now;' },
      { 'server/src/core/receive/ping.ts': 'const t = new Date();' },
      { 'server/src/core/receive/ping.ts': 'const t = new Date;' },
      { 'server/src/core/receive/ping.ts': 'const t = Date();' },
      { 'server/src/core/receive/ping.ts': 'const t = performance.now();' },
      { 'domain/src/run.ts': 'const t = Temporal.Now.instant();' },
      { 'server/src/main.ts': 'const t = process.hrtime.bigint();' },
      { 'server/src/core/watchdog/watchdog.ts': 'setTimeout(sweep, 1000);' },
      { 'server/src/core/watchdog/watchdog.ts': "import { setTimeout } from 'node:timers/promises';" },
    ],
    accepts: [
      { 'server/src/platform/runtime/clock.ts': 'export const now = () => Date.now();' },
      { 'domain/src/run.ts': '// Date.now()\nconst a = new Date(ms); const b = new Date(`2026`);' },
      {
        'server/src/core/receive/ping.ts':
          "socket.setTimeout(1000); const s = 'Date.now()'; const c = clock.now();",
      },
      { 'domain/src/run.test.ts': 'const t = Date.now();' },
    ],
  },
  {
    says: 'only random.ts draws randomness',
    check: (files) =>
      findInCode(files, {
        where: serverBut('server/src/platform/runtime/random.ts'),
        pattern:
          /\bMath\.random\b|\b(?:randomBytes|randomInt|randomUUID|randomUUIDv7|randomFill|randomFillSync|getRandomValues)\b/g,
        advice: RANDOM_ADVICE,
      }),
    refuses: [
      { 'server/src/core/ingest/ingest.ts': 'const r = Math.random();' },
      { 'server/src/accounts/endpoints/tokens.ts': "import { randomBytes } from 'node:crypto';" },
      { 'server/src/accounts/endpoints/tokens.ts': 'const id = crypto.randomUUID();' },
      { 'server/src/accounts/endpoints/tokens.ts': 'const id = crypto.randomUUIDv7();' },
      { 'server/src/accounts/endpoints/tokens.ts': 'crypto.getRandomValues(bytes);' },
    ],
    accepts: [
      { 'server/src/platform/runtime/random.ts': "import { randomBytes, randomUUIDv7 } from 'node:crypto';" },
      { 'server/src/accounts/endpoints/tokens.ts': '// not Math.random()\nconst id = random.uuid();' },
    ],
  },
  {
    says: 'only config.ts reads the environment',
    check: (files) => [
      ...findInCode(files, {
        where: (path) => isProductSource(path) && path !== 'server/src/platform/config/config.ts',
        pattern: /\bprocess\s*\??\.\s*(?:env|loadEnvFile)\b|\bimport\.meta\.env\b/g,
        advice: ENVIRONMENT_ADVICE,
      }),
      ...findImports(files, {
        where: (path) => isProductSource(path) && path !== 'server/src/platform/config/config.ts',
        pattern: /^(?:node:)?process$/,
        advice: ENVIRONMENT_ADVICE,
      }),
    ],
    refuses: [
      { 'server/src/platform/runtime/log.ts': 'const level = process.env.LOG_LEVEL;' },
      { 'server/src/platform/runtime/log.ts': "const level = process.env['LOG_LEVEL'];" },
      { 'server/src/platform/runtime/log.ts': "import { env } from 'node:process';" },
      { 'sdk/src/client.ts': 'const url = process?.env.URL;' },
    ],
    accepts: [
      { 'server/src/platform/config/config.ts': 'export const read = () => readConfig(process.env);' },
      { 'server/src/main.ts': 'run(process.argv);' },
    ],
  },
  {
    says: 'only queries and the folders of databases know SQL',
    check: (files) => [
      ...findInLiterals(files, {
        where: serverOutside(SQL_PLACES),
        pattern:
          /\b(?:insert\s+into\s+\w+\s*\(|insert\s+or\s+\w+\s+into|delete\s+from\s+\w+\s+where|update\s+\w+\s+set\b|(?:create|drop|alter)\s+(?:table|index|view)\b|pragma\s+\w+|vacuum\s+into|begin\s+immediate)|\bSELECT\b.+\bFROM\b|^\s*select\s.+\sfrom\s/is,
        advice: SQL_ADVICE,
      }),
      ...findImports(files, {
        where: serverOutside(SQL_PLACES),
        pattern: /^(?:kysely|pg|postgres|node:sqlite)(?:\/|$)/,
        advice: SQL_ADVICE,
      }),
    ],
    refuses: [
      { 'server/src/runs/endpoints/runs.ts': "db.prepare('SELECT id FROM runs');" },
      { 'server/src/commands/check.ts': "db.exec('PRAGMA integrity_check');" },
      { 'server/src/commands/backup.ts': 'db.exec(`vacuum into ?`);' },
      { 'server/src/main.ts': "db.exec('insert into runs (id) values (1)');" },
      { 'server/src/main.ts': "db.exec('delete from runs where id = 1');" },
      { 'server/src/main.ts': "db.exec('update runs set id = 1');" },
      { 'server/src/main.ts': "db.exec('create table runs (id integer)');" },
      { 'server/src/core/ingest/ingest.ts': "import { sql } from 'kysely';" },
      { 'server/src/main.ts': "import { DatabaseSync } from 'node:sqlite';" },
    ],
    accepts: [
      {
        'server/src/runs/queries.ts': "import { sql } from 'kysely'; const q = 'SELECT id FROM runs';",
      },
      {
        'server/src/runs/endpoints/runs.ts':
          "const text = 'Choose a run of the list. Update it, then set its name.';",
      },
      { 'server/test/store/runs.test.ts': "db.prepare('SELECT id FROM runs');" },
    ],
  },
  {
    says: 'no SQL asks the database for the time',
    check: (files) => [
      ...findInLiterals(files, {
        where: serverBut('server/src/database/postgres/connections.ts'),
        pattern:
          /(?<![.\w])(?:now|localtimestamp|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\(\s*\)|\bCURRENT_(?:TIMESTAMP|DATE|TIME)\b|\b(?:datetime|date|time|julianday|strftime|unixepoch)\([^)]*'now'|\bunixepoch\(\s*\)/i,
        advice: SQL_TIME_ADVICE,
      }),
      ...findInText(files, {
        where: (path) => path.startsWith('server/') && path.endsWith('.sql'),
        pattern: /\b(?:now|unixepoch)\(\s*\)|\bCURRENT_(?:TIMESTAMP|DATE|TIME)\b|'now'/gi,
        advice: SQL_TIME_ADVICE,
      }),
      ...findInText(files, {
        where: isServer,
        pattern: /\bfn(?:\.agg)?(?:<[^>]*>)?\(\s*['"](?:now|unixepoch)['"]/g,
        advice: SQL_TIME_ADVICE,
      }),
    ],
    refuses: [
      { 'server/src/runs/queries.ts': 'const q = sql`update runs set at = now()`;' },
      { 'server/src/runs/queries.ts': "const q = 'at integer default current_timestamp';" },
      { 'server/src/store/sqlite/a.ts': `const q = "select datetime('now', 'utc')";` },
      { 'server/src/store/sqlite/a.ts': `const q = "select strftime('%s', 'now')";` },
      { 'server/src/store/sqlite/a.ts': "const q = 'select unixepoch()';" },
      { 'server/src/runs/queries.ts': "eb.fn<number>('now', []);" },
      {
        'server/src/database/sqlite/migrations/0002.sql':
          'create table t (at text default CURRENT_TIMESTAMP);',
      },
    ],
    accepts: [
      { 'server/src/runs/queries.ts': 'const at = clock.now(); // now()' },
      { 'server/src/runs/queries.ts': 'const q = sql`update runs set known = 1`;' },
    ],
  },
  {
    says: 'only endpoints, pages and doors know HTTP',
    check: (files) =>
      findImports(files, {
        where: serverOutside(HTTP_PLACES),
        pattern: /^(?:node:https?|node:http2|hono|@hono\/[\w-]+)(?:\/|$)/,
        advice: HTTP_ADVICE,
      }),
    refuses: [
      { 'server/src/core/ingest/ingest.ts': "import type { IncomingMessage } from 'node:http';" },
      { 'server/src/commands/setup.ts': "import { Hono } from 'hono';" },
      { 'server/src/platform/metrics/metrics.ts': "import { serve } from '@hono/node-server';" },
    ],
    accepts: [
      { 'server/src/core/receive/ping.ts': "import { createServer } from 'node:http';" },
      { 'server/src/main.ts': "import { createServer } from 'node:http';" },
      { 'server/src/notify/webhook.ts': 'await fetch(url);' },
    ],
  },
];
