import { matchesGlob } from 'node:path';
import { at, type Rule } from '../rule.ts';
import { type Import, isSource, isTest, readSource } from '../source.ts';

/**
 * The rooms of `server/src`. A room imports from itself and from the rooms above it in this list, so no two rooms depend on each
 * other.
 */
const ROOMS = [
  'database',
  'platform/runtime',
  'audit',
  'platform/config',
  'platform/metrics',
  'platform/http',
  'platform/security',
  'api',
  'projects',
  'teams',
  'platform/outbound',
  'push',
  'pages',
  'channels',
  'core',
  'maintenance',
  'forwarding',
  'checks',
  'monitors',
  'live',
  'accounts',
  'escalations',
  'views',
  'on-call',
  'configuration',
  'alerts',
  'runs',
  'incidents',
  'search',
  'store',
  'compat/source',
  'public-pages',
  'compat/healthchecks',
  'compat/better-stack',
  'compat/cronhub',
  'compat/cronitor',
  'compat/dead-mans-snitch',
  'compat/hosts',
  'compat/sentry',
  'compat/uptime-kuma',
  'imports',
  'commands',
  'serve',
];

/** Names the types of the stores and engines that all endpoints need together. */
const DEPENDENCIES = 'server/src/api/dependencies.ts';

/** Files outside the rooms, and rooms that start the service. Only they choose a database. */
const STARTERS = ['server/src/main.ts', 'server/src/serve.ts', 'server/src/commands/**'];

/** Workspaces and the paths and packages that they may import. */
const WORKSPACES = [
  { of: 'domain/src/**', may: ['domain/src/**', 'croner', 'cronstrue', 'diff', 'yaml'] },
  {
    of: 'cli/src/**',
    may: ['cli/src/**', 'package.json', 'sdk/src/**', 'domain/src/**', 'commander', 'diff', 'yaml', 'node:*'],
  },
  { of: 'sdk/src/**', may: ['sdk/src/**'] },
];

/** Additional imports allowed in a test beside the source. */
const TEST_MAY = ['vitest', 'fast-check', 'croner', 'node:*', '{domain,server}/test/**', 'test/**'];

function roomOf(path: string): string | undefined {
  return ROOMS.find((room) => path.startsWith(`server/src/${room}/`));
}

/** Returns the problem of an import between rooms; null if the import is allowed. */
function roomProblem(importer: string, { target, isTypeOnly }: Import): string | null {
  const from = roomOf(importer);
  if (from === undefined || !target.startsWith('server/src/')) return null;
  if (importer === DEPENDENCIES && isTypeOnly) return null;
  const to = roomOf(target);
  if (to !== undefined && ROOMS.indexOf(to) <= ROOMS.indexOf(from)) return null;
  return `The room ${from} may not import from ${to ?? 'the top folder'}, because rooms must not depend on each other in a circle. Move the code, or pass what the room needs.`;
}

/** The database that a file is written for; null for all other files. */
function databaseOf(path: string): string | null {
  return /\/(sqlite|postgres)\//.exec(path)?.[1] ?? null;
}

/** Returns the problem of an import of code for one database; null if the import is allowed. */
function databaseProblem(importer: string, { target }: Import): string | null {
  const [from, to] = [databaseOf(importer), databaseOf(target)];
  if (to === null || !/^server\/src\/(?:core|live|search|store)\//.test(target) || from === to) return null;
  if (from !== null) return 'The code for one database may not import the code for the other.';
  if (STARTERS.some((glob) => matchesGlob(importer, glob))) return null;
  return 'Only main.ts and commands/ choose a database. Take a contract.';
}

/** Returns the package of an import: `@scope/name/inner` and `name/inner` import the package itself. */
function packageName(target: string): string {
  const [first = '', second = ''] = target.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function matches(target: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(target, glob) || matchesGlob(packageName(target), glob));
}

export const importRules: readonly Rule[] = [
  {
    says: 'no two rooms of the server depend on each other (ARCHITECTURE.md describes the rooms)',
    check: (files) =>
      files
        .filter(({ path }) => path.startsWith('server/src/') && isSource(path) && !isTest(path))
        .flatMap((file) => {
          const isInRoom = roomOf(file.path) !== undefined || file.path.split('/').length === 3;
          if (!isInRoom) return [`${file.path}: no room of test/rules/imports.ts has this file.`];
          return readSource(file).imports.flatMap((imported) => {
            const problem = roomProblem(file.path, imported) ?? databaseProblem(file.path, imported);
            return problem === null ? [] : [`${at(file, imported.offset)}: ${imported.target}. ${problem}`];
          });
        }),
    refuses: [
      { 'server/src/projects/queries.ts': "import { listMonitors } from '../monitors/queries.ts';" },
      { 'server/src/projects/queries.ts': "import type { MonitorStore } from '../monitors/contract.ts';" },
      { 'server/src/api/dependencies.ts': "import { openLive } from '../live/live.ts';" },
      { 'server/src/platform/runtime/log.ts': "import { run } from '../../main.ts';" },
      { 'server/src/core/sqlite/apply.ts': "import { apply } from '../postgres/apply.ts';" },
      { 'server/src/serve/parts.ts': "import { openStore } from '../store/sqlite/store.ts';" },
      { 'server/src/somewhere/else.ts': '' },
    ],
    accepts: [
      { 'server/src/monitors/queries.ts': "import { listProjects } from '../projects/queries.ts';" },
      { 'server/src/api/dependencies.ts': "import type { Live } from '../live/live.ts';" },
      { 'server/src/commands/backup.ts': "import { openStore } from '../store/sqlite/store.ts';" },
      { 'server/src/main.ts': "import { startService } from './serve.ts';" },
      { 'server/src/store/sqlite/store.ts': "import { apply } from '../../core/sqlite/apply.ts';" },
    ],
  },
  {
    says: 'the domain is pure, the SDK has no dependency, and the CLI uses only both',
    check: (files) =>
      files
        .filter(({ path }) => isSource(path))
        .flatMap((file) => {
          const workspace = WORKSPACES.find(({ of }) => matchesGlob(file.path, of));
          if (workspace === undefined) return [];
          const may = isTest(file.path) ? [...workspace.may, ...TEST_MAY] : workspace.may;
          return readSource(file)
            .imports.filter(({ target }) => !matches(target, may))
            .map(({ target, offset }) => `${at(file, offset)}: ${workspace.of} may not import ${target}.`);
        }),
    refuses: [
      { 'domain/src/run.ts': "import { readFileSync } from 'node:fs';" },
      { 'domain/src/run.ts': "import { now } from '../../server/src/platform/runtime/clock.ts';" },
      { 'domain/src/run.ts': "type Db = import('kysely').Kysely<unknown>;" },
      { 'cli/src/program.ts': "import { openStore } from '../../server/src/store/sqlite/store.ts';" },
      { 'sdk/src/client.ts': "import { z } from 'zod';" },
      { 'sdk/src/client.ts': "import type { Monitor } from '@overdue/domain/monitor-state.ts';" },
    ],
    accepts: [
      { 'domain/src/schedule/cron.ts': "import { toString } from 'cronstrue';" },
      { 'domain/src/run.test.ts': "import { story } from '../test/story.ts'; import 'vitest';" },
      { 'cli/src/program.ts': "import { parseCron } from '@overdue/domain/schedule/cron.ts';" },
      { 'sdk/src/client.ts': "import type { paths } from './api.generated.ts';" },
    ],
  },
];
