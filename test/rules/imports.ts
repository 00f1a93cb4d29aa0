import { matchesGlob } from 'node:path';
import { at, type Rule } from '../rule.ts';
import { isSource, isTest, readSource } from '../source.ts';

/** Files that may import the same things. `types` may be imported with `import type` alone. */
interface Area {
  readonly of: readonly string[];
  readonly may: readonly string[];
  readonly types?: readonly string[];
}

const DOMAIN = 'server/src/domain/**';
const CONTRACT = 'server/src/store/{store,*-store,store-away,stored-elsewhere,spool}.ts';
const SHARED_STORE = ['server/src/store/*.ts', 'server/src/store/queries/**'];
const OBSERVED = ['clock', 'log', 'metrics', 'prometheus'].map((name) => `server/src/${name}.ts`);
/** A structure, as if it were the language's. */
const RECENT = 'server/src/recent.ts';
const NODE = 'node:*';
const ENGINES = ['ingest', 'watchdog', 'notify', 'retention', 'live'].map((room) => `server/src/${room}/**`);

/** The first area that a file is in holds for it. */
const AREAS: readonly Area[] = [
  { of: [DOMAIN], may: [DOMAIN, 'croner', 'cronstrue'] },
  { of: [CONTRACT], may: [DOMAIN, CONTRACT], types: ['better-auth'] },
  { of: SHARED_STORE, may: [...SHARED_STORE, DOMAIN, RECENT, 'kysely', NODE] },
  adapter('server/src/store/sqlite/**', []),
  adapter('server/src/store/postgres/**', ['pg', 'pg-*']),
  adapter('server/src/store/spool/**', []),
  // It speaks to the world: schemas of settings, mail, sockets.
  {
    of: ['server/src/notify/**'],
    may: [
      'server/src/notify/**',
      DOMAIN,
      CONTRACT,
      ...OBSERVED,
      'server/src/random.ts',
      'zod',
      'nodemailer',
      NODE,
    ],
  },
  ...ENGINES.map((room) => ({ of: [room], may: [room, DOMAIN, CONTRACT, ...OBSERVED] })),
  // Who people are; it writes mails in the look of all others.
  {
    of: ['server/src/accounts/**'],
    may: [
      'server/src/accounts/**',
      DOMAIN,
      CONTRACT,
      ...OBSERVED,
      'server/src/{random,password,secret-box,token}.ts',
      'server/src/notify/{mail-html,channel,message}.ts',
      'better-auth',
      '@better-auth/passkey',
      '@zxcvbn-ts/language-common',
      'zod',
      NODE,
    ],
  },
  {
    of: ['server/src/http/**'],
    may: [
      'server/src/http/**',
      'server/src/accounts/{steps,new-user,limits,joining}.ts',
      DOMAIN,
      CONTRACT,
      ...OBSERVED,
      'server/src/random.ts',
      'server/src/token.ts',
      RECENT,
      'hono',
      '@hono/*',
      'zod',
      NODE,
    ],
    types: ['server/src/config.ts', 'server/src/accounts/**', ...ENGINES],
  },
  // They wire. Only these two may name an adapter …
  { of: ['server/src/main.ts', 'server/src/cli/**'], may: ['**'] },
  // … and this one joins all parts around whatever store it is given.
  {
    of: ['server/src/serve.ts'],
    may: [
      'server/src/!(main).ts',
      ...ENGINES,
      'server/src/accounts/**',
      'server/src/http/**',
      DOMAIN,
      CONTRACT,
      '@hono/*',
      NODE,
    ],
  },
  {
    of: ['server/src/*.ts'],
    may: ['server/src/!(main|serve).ts', DOMAIN, CONTRACT, 'pino', 'zod', NODE],
  },
  // The client has no dependency.
  { of: ['sdk/src/**'], may: ['sdk/src/**'] },
];

/** What a test beside the source may import in addition. */
const TEST_MAY = [
  'vitest',
  'fast-check',
  'croner',
  'standardwebhooks',
  'smtp-server',
  NODE,
  'server/test/**',
  'server/src/config.ts',
];

function adapter(own: string, drivers: readonly string[]): Area {
  return { of: [own], may: [own, ...SHARED_STORE, DOMAIN, RECENT, 'kysely', ...drivers, NODE] };
}

function matches(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

/** `@scope/name/inner` and `name/inner` are imports of the package itself. */
function packageName(target: string): string {
  const [first = '', second = ''] = target.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function isAllowed(target: string, globs: readonly string[]): boolean {
  if (matches(target, globs)) return true;
  return !/^(?:\.|server\/|sdk\/)/.test(target) && matches(packageName(target), globs);
}

export const importRules: readonly Rule[] = [
  {
    says: 'every file imports only what its area may (ARCHITECTURE.md draws the areas)',
    check: (files) =>
      files
        .filter(({ path }) => /^(?:server|sdk)\/src\//.test(path) && isSource(path))
        .flatMap((file) => {
          const area = AREAS.find(({ of }) => matches(file.path, of));
          if (area === undefined) {
            return [`${file.path}: no area of test/rules/imports.ts has this file. Move it, or add an area.`];
          }
          const may = isTest(file.path) ? [...area.may, ...TEST_MAY] : area.may;
          return readSource(file)
            .imports.filter(({ target, isTypeOnly }) => {
              return !isAllowed(target, isTypeOnly ? [...may, ...(area.types ?? [])] : may);
            })
            .map(({ target, offset }) => {
              const typed = isAllowed(target, area.types ?? []);
              const advice = typed ? 'Take it as a type alone.' : 'Let main.ts pass what you need.';
              return `${at(file, offset)}: ${area.of.join(', ')} may not import ${target}. ${advice}`;
            });
        }),
    refuses: [
      { 'server/src/domain/run.ts': "import { now } from '../clock.ts';" },
      { 'server/src/domain/run.ts': "import { readFileSync } from 'node:fs';" },
      { 'server/src/domain/run.ts': "type Db = import('kysely').Kysely<unknown>;" },
      { 'server/src/domain/run.ts': "export { log } from '../log.ts';" },
      { 'server/src/store/store.ts': "import type { Kysely } from 'kysely';" },
      { 'server/src/store/store.ts': "import type { Clock } from '../clock.ts';" },
      { 'server/src/store/rows.ts': "import { open } from './sqlite/database.ts';" },
      { 'server/src/store/sqlite/apply.ts': "import { apply } from '../postgres/apply.ts';" },
      { 'server/src/store/postgres/apply.ts': "import { apply } from '../sqlite/apply.ts';" },
      { 'server/src/store/sqlite/store.ts': "import { systemClock } from '../../clock.ts';" },
      { 'server/src/ingest/ingest.ts': "import { watch } from '../watchdog/watch.ts';" },
      { 'server/src/notify/outbox.ts': "import type { Ingest } from '../ingest/ingest.ts';" },
      { 'server/src/watchdog/watch.ts': "import { schema } from '../store/schema.ts';" },
      { 'server/src/retention/retention.ts': "const store = await import('../store/sqlite/store.ts');" },
      { 'server/src/http/ping.ts': "import { ingest } from '../ingest/ingest.ts';" },
      { 'server/src/http/ping.ts': "import { type A, ingest } from '../ingest/ingest.ts';" },
      { 'server/src/http/ping.ts': "import { readConfig } from '../config.ts';" },
      { 'server/src/http/v1/monitors.ts': "import { openStore } from '../../store/sqlite/store.ts';" },
      { 'server/src/http/v1/monitors.ts': "import { Kysely } from 'kysely';" },
      { 'server/src/config.ts': "import { openStore } from './store/sqlite/store.ts';" },
      { 'server/src/log.ts': "import { run } from './main.ts';" },
      { 'server/src/serve.ts': "import { openStore } from './store/sqlite/store.ts';" },
      { 'server/src/domain/run.test.ts': "import { openStore } from '../store/sqlite/store.ts';" },
      { 'server/src/somewhere/else.ts': '' },
      { 'sdk/src/client.ts': "import { z } from 'zod';" },
      { 'sdk/src/client.ts': "import { randomUUID } from 'node:crypto';" },
      { 'sdk/src/client.ts': "import type { Monitor } from '../../server/src/domain/monitor.ts';" },
    ],
    accepts: [
      { 'server/src/domain/cron.ts': "import { Cron } from 'croner'; import { toString } from 'cronstrue';" },
      { 'server/src/domain/a/b.ts': "import { run } from '../run.ts'; // import '../clock.ts'" },
      { 'server/src/domain/run.test.ts': "import { story } from '../../test/story.ts'; import 'vitest';" },
      { 'server/src/store/store.ts': "import type { Run } from '../domain/run.ts';" },
      {
        'server/src/store/sqlite/store.ts':
          "import { Migrator } from 'kysely/migration'; import '../rows.ts';",
      },
      { 'server/src/store/postgres/store.ts': "import pg from 'pg'; import '../queries/runs.ts';" },
      { 'server/src/ingest/ingest.ts': "import './buffer.ts'; import type { Clock } from '../clock.ts';" },
      { 'server/src/http/ping.ts': "import type { Ingest } from '../ingest/ingest.ts'; import 'node:http';" },
      { 'server/src/http/v1/app.ts': "import { createRoute } from '@hono/zod-openapi'; import 'hono/cors';" },
      { 'server/src/main.ts': "import { openStore } from './store/sqlite/store.ts';" },
      { 'server/src/serve.ts': "import './ingest/ingest.ts'; import './http/server.ts'; import './log.ts';" },
      { 'server/src/cli/backup.ts': "import { openStore } from '../store/sqlite/store.ts';" },
      { 'server/src/log.ts': "import pino from 'pino'; import { redact } from './redact.ts';" },
      { 'sdk/src/client.ts': "import type { paths } from './api.generated.ts';" },
    ],
  },
];
