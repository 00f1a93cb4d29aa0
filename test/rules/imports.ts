import { matchesGlob } from 'node:path';
import { at, type Rule } from '../rule.ts';
import { isSource, isTest, readSource } from '../source.ts';

/** Files that may import the same targets. Targets in `types` may only be imported with `import type`. */
interface Area {
  readonly of: readonly string[];
  readonly may: readonly string[];
  readonly types?: readonly string[];
}

const DOMAIN = 'server/src/domain/**';
/** Types and errors of the store that code outside the store may use. */
const CONTRACT =
  'server/src/store/{store,records,edits,unavailable,missing-parent,*/contract,*/*-contract}.ts';
const NOUNS =
  'accounts,alerts,channels,configuration,escalations,forwarding,history,incidents,legacy-ids,live,maintenance,monitors,on-call,pings,presence,program-logins,project-keys,projects,push-devices,resources,run-counts,search,shares,teams,upkeep';
const SHARED_STORE = [
  'server/src/store/*.ts',
  `server/src/store/{${NOUNS}}/**`,
  'server/src/store/spool/{contract,rows}.ts',
];
const OBSERVED = [
  'runtime/clock',
  'runtime/log',
  'runtime/bell',
  'runtime/lease',
  'runtime/loop',
  'runtime/yield-to-pings',
  'metrics/metrics',
  'metrics/prometheus',
].map((name) => `server/src/${name}.ts`);
const RANDOM = 'server/src/platform/runtime/random.ts';
/** A data structure that all code may use, like a part of the language. */
const GENERATION_CACHE = 'server/src/platform/runtime/generation-cache.ts';
const COMBINED_LOOKUPS = 'server/src/platform/runtime/combined-lookups.ts';
const OPEN_ONCE = 'server/src/platform/runtime/open-once.ts';
const NODE = 'node:*';
const BACKGROUND_FOLDERS = [
  'ingest',
  'presence',
  'watchdog',
  'notify',
  'forwarding',
  'retention',
  'search',
  'live',
].map((room) => `server/src/${room}/**`);

/** Areas of files. The first area that contains a file determines its allowed imports. */
const AREAS: readonly Area[] = [
  { of: [DOMAIN], may: [DOMAIN, 'croner', 'cronstrue', 'diff', 'yaml'] },
  // The list of columns determines the type of a monitor's settings.
  {
    of: [CONTRACT],
    may: [DOMAIN, CONTRACT],
    types: ['better-auth', 'server/src/database/monitor-settings-columns.ts'],
  },
  { of: SHARED_STORE, may: [...SHARED_STORE, DOMAIN, GENERATION_CACHE, 'kysely', NODE] },
  // Reads the database of another service.
  { of: ['server/src/store/uptime-kuma/**'], may: [NODE] },
  adapter('server/src/store/sqlite/**', []),
  adapter('server/src/store/postgres/**', ['pg', 'pg-*']),
  adapter('server/src/store/spool/**', []),
  {
    of: ['server/src/runtime/**'],
    may: ['server/src/runtime/**', DOMAIN, CONTRACT, 'server/src/platform/runtime/redact.ts', 'pino', NODE],
  },
  {
    of: ['server/src/security/**'],
    may: [
      'server/src/security/**',
      'domain/src/error.ts',
      'server/src/domain/access/{base62,project-key}.ts',
      'domain/src/ping/ping.ts',
      CONTRACT,
      RANDOM,
      NODE,
    ],
    types: ['server/src/platform/config/database-location.ts'],
  },
  {
    of: ['server/src/metrics/**'],
    may: [
      'server/src/metrics/**',
      'server/src/runtime/{clock,log,yield-to-pings}.ts',
      DOMAIN,
      CONTRACT,
      NODE,
    ],
  },
  {
    of: ['server/src/config/**'],
    may: [
      'server/src/config/**',
      'server/src/platform/runtime/redact.ts',
      'server/src/platform/runtime/log-level.ts',
      DOMAIN,
      'zod',
      NODE,
    ],
  },
  // Sends requests and mail to addresses that users enter.
  {
    of: ['server/src/outbound/**'],
    may: ['server/src/outbound/**', DOMAIN, ...OBSERVED, 'ipaddr.js', 'nodemailer', 'zod', NODE],
  },
  {
    of: ['server/src/notify/**'],
    may: [
      'server/src/notify/**',
      'server/src/outbound/**',
      'server/src/push/{push,notification}.ts',
      DOMAIN,
      CONTRACT,
      ...OBSERVED,
      RANDOM,
      'zod',
      NODE,
    ],
  },
  // Sends notifications to browsers. Their addresses come from the browsers.
  {
    of: ['server/src/push/**'],
    may: [
      'server/src/push/**',
      'server/src/outbound/**',
      DOMAIN,
      CONTRACT,
      GENERATION_CACHE,
      OPEN_ONCE,
      ...OBSERVED,
      'web-push',
      'zod',
      NODE,
    ],
    types: ['server/src/platform/security/vapid-key.ts'],
  },
  {
    of: ['server/src/forwarding/**'],
    may: ['server/src/forwarding/**', 'server/src/outbound/**', DOMAIN, CONTRACT, ...OBSERVED, RANDOM],
  },
  // Imports the presence, because the watchdog judges only time that the service watched.
  {
    of: ['server/src/watchdog/**'],
    may: ['server/src/watchdog/**', 'server/src/presence/**', DOMAIN, CONTRACT, ...OBSERVED],
  },
  ...BACKGROUND_FOLDERS.map((room) => ({ of: [room], may: [room, DOMAIN, CONTRACT, ...OBSERVED] })),
  // Receives emails from strangers, and passes pings to the ingest.
  {
    of: ['server/src/mail-ping/**'],
    may: [
      'server/src/mail-ping/**',
      DOMAIN,
      ...OBSERVED,
      'server/src/platform/security/token.ts',
      'postal-mime',
      'smtp-server',
      NODE,
    ],
    types: ['server/src/ingest/**'],
  },
  // Translates files of other services and plans the changes. Requests, the store and random numbers are passed as arguments.
  {
    of: ['server/src/import/**'],
    may: [
      'server/src/import/**',
      'server/src/platform/outbound/outbound-error.ts',
      'server/src/platform/security/token.ts',
      'server/src/platform/runtime/yield-to-pings.ts',
      DOMAIN,
      CONTRACT,
      RANDOM,
      'yaml',
      'zod',
      NODE,
    ],
    types: ['server/src/platform/outbound/request.ts', 'server/src/channels/settings/catalog.ts'],
  },
  // Imports the format of alert mails, because account mails have the same design.
  {
    of: ['server/src/accounts/**'],
    may: [
      'server/src/accounts/**',
      DOMAIN,
      CONTRACT,
      ...OBSERVED,
      RANDOM,
      OPEN_ONCE,
      'server/src/security/{password,secret-box,token}.ts',
      'server/src/notify/{format/mail-html,channel,message}.ts',
      'server/src/platform/outbound/mail.ts',
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
      'server/src/accounts/{sign-in/{steps,step-paths},new-user,sign-in/limits,joining}.ts',
      DOMAIN,
      CONTRACT,
      ...OBSERVED,
      RANDOM,
      'server/src/import/**',
      'server/src/push/{push,notification,subscription}.ts',
      'server/src/channels/incident-link.ts',
      'server/src/platform/security/token.ts',
      // The documentation of the stream lists the kinds of changes.
      'server/src/live/changes.ts',
      GENERATION_CACHE,
      COMBINED_LOOKUPS,
      'hono',
      '@hono/*',
      'zod',
      NODE,
    ],
    types: [
      'server/src/platform/config/config.ts',
      'server/src/accounts/**',
      'server/src/outbound/{outcome,request}.ts',
      ...BACKGROUND_FOLDERS,
    ],
  },
  // Only these files may name a database adapter.
  { of: ['server/src/main.ts', 'server/src/commands/**'], may: ['**'] },
  // Connects all parts around the store that it gets as an argument.
  {
    of: ['server/src/serve.ts', 'server/src/assembly/**'],
    may: [
      'server/src/{assembly,config,runtime,security,metrics,outbound,accounts,http,mail-ping,push}/**',
      ...BACKGROUND_FOLDERS,
      DOMAIN,
      CONTRACT,
      '@hono/*',
      NODE,
    ],
  },
  // Shares the rules of schedules and names with the service.
  {
    of: ['cli/src/**'],
    may: ['cli/src/**', 'package.json', 'sdk/src/**', DOMAIN, 'commander', 'diff', 'yaml', NODE],
  },
  // The SDK has no dependency.
  { of: ['sdk/src/**'], may: ['sdk/src/**'] },
];

/** Additional imports allowed in a test beside the source. */
const TEST_MAY = [
  'vitest',
  'fast-check',
  'croner',
  'standardwebhooks',
  'smtp-server',
  NODE,
  'server/test/**',
  'server/src/platform/config/config.ts',
];

function adapter(own: string, drivers: readonly string[]): Area {
  return {
    of: [own],
    may: [own, ...SHARED_STORE, DOMAIN, GENERATION_CACHE, COMBINED_LOOKUPS, 'kysely', ...drivers, NODE],
  };
}

function matches(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

/** Returns the package of an import: `@scope/name/inner` and `name/inner` import the package itself. */
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
        .filter(({ path }) => /^(?:cli|server|sdk)\/src\//.test(path) && isSource(path))
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
      { 'domain/src/run.ts': "import { now } from '../runtime/clock.ts';" },
      { 'domain/src/run.ts': "import { readFileSync } from 'node:fs';" },
      { 'domain/src/run.ts': "type Db = import('kysely').Kysely<unknown>;" },
      { 'domain/src/run.ts': "export { log } from '../runtime/log.ts';" },
      { 'server/src/store/store.ts': "import type { Kysely } from 'kysely';" },
      { 'server/src/store/store.ts': "import type { Clock } from '../runtime/clock.ts';" },
      { 'server/src/store/store.ts': "import { listShares } from './shares/queries.ts';" },
      { 'server/src/projects/shares/contract.ts': "import { listShares } from './queries.ts';" },
      { 'server/src/projects/shares/queries.ts': "import { open } from '../sqlite/database.ts';" },
      { 'server/src/database/rows.ts': "import { open } from './sqlite/database.ts';" },
      { 'server/src/store/sqlite/apply.ts': "import { apply } from '../postgres/batch/apply.ts';" },
      { 'server/src/core/postgres/apply.ts': "import { apply } from '../../sqlite/apply.ts';" },
      { 'server/src/store/sqlite/store.ts': "import { systemClock } from '../../runtime/clock.ts';" },
      { 'server/src/core/ingest/ingest.ts': "import { watch } from '../watchdog/watchdog.ts';" },
      { 'server/src/core/presence/presence.ts': "import { createWatchdog } from '../watchdog/watchdog.ts';" },
      { 'server/src/notify/outbox.ts': "import type { Ingest } from '../ingest/ingest.ts';" },
      { 'server/src/outbound/http.ts': "import { sendOnce } from '../notify/send-once.ts';" },
      { 'server/src/core/watchdog/watchdog.ts': "import { schema } from '../store/schema.ts';" },
      { 'server/src/core/retention/retention.ts': "const store = await import('../store/sqlite/store.ts');" },
      { 'server/src/core/receive/ping.ts': "import { ingest } from '../../ingest/ingest.ts';" },
      { 'server/src/core/receive/ping.ts': "import { type A, ingest } from '../../ingest/ingest.ts';" },
      { 'server/src/core/receive/ping.ts': "import { readConfig } from '../../config/config.ts';" },
      {
        'server/src/monitors/endpoints/list.ts':
          "import { openStore } from '../../../store/sqlite/store.ts';",
      },
      { 'server/src/monitors/endpoints/list.ts': "import { Kysely } from 'kysely';" },
      { 'server/src/platform/config/config.ts': "import { openStore } from '../store/sqlite/store.ts';" },
      { 'server/src/platform/runtime/log.ts': "import { run } from '../main.ts';" },
      { 'server/src/platform/security/token.ts': "import { log } from '../runtime/log.ts';" },
      { 'server/src/serve.ts': "import { openStore } from './store/sqlite/store.ts';" },
      { 'server/src/domain/run.test.ts': "import { openStore } from '../store/sqlite/store.ts';" },
      { 'server/src/loose.ts': '' },
      { 'server/src/somewhere/else.ts': '' },
      { 'cli/src/program.ts': "import { openStore } from '../../server/src/store/sqlite/store.ts';" },
      { 'sdk/src/client.ts': "import { z } from 'zod';" },
      { 'sdk/src/client.ts': "import { randomUUID } from 'node:crypto';" },
      { 'sdk/src/client.ts': "import type { Monitor } from '@overdue/domain/monitor-state.ts';" },
    ],
    accepts: [
      {
        'domain/src/schedule/cron.ts': "import { Cron } from 'croner'; import { toString } from 'cronstrue';",
      },
      { 'server/src/domain/a/b.ts': "import { run } from '../run.ts'; // import '../../runtime/clock.ts'" },
      { 'server/src/domain/run.test.ts': "import { story } from '../../test/story.ts'; import 'vitest';" },
      { 'server/src/store/store.ts': "import type { Run } from '../domain/run.ts';" },
      { 'server/src/store/store.ts': "import type { ShareStore } from './shares/contract.ts';" },
      {
        'server/src/store/sqlite/store.ts':
          "import { Migrator } from 'kysely/migration'; import '../records.ts';",
      },
      { 'server/src/store/postgres/store.ts': "import pg from 'pg'; import '../history/events.ts';" },
      {
        'server/src/core/ingest/ingest.ts':
          "import './buffer.ts'; import type { Clock } from '../runtime/clock.ts';",
      },
      {
        'server/src/core/receive/ping.ts':
          "import type { Ingest } from '../../ingest/ingest.ts'; import 'node:http';",
      },
      { 'server/src/serve/app.ts': "import { createRoute } from '@hono/zod-openapi'; import 'hono/cors';" },
      { 'server/src/main.ts': "import { openStore } from './store/sqlite/store.ts';" },
      {
        'server/src/serve.ts':
          "import './ingest/ingest.ts'; import './http/server/server.ts'; import './runtime/log.ts';",
      },
      { 'server/src/commands/backup.ts': "import { openStore } from '../store/sqlite/store.ts';" },
      {
        'server/src/platform/runtime/log.ts':
          "import pino from 'pino'; import { redact } from '../security/redact.ts';",
      },
      { 'sdk/src/client.ts': "import type { paths } from './api.generated.ts';" },
    ],
  },
];
