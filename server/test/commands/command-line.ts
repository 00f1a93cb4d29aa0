import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isInstalled, migrate, openStore } from '../../src/commands/database.ts';
import { runCommandLine } from '../../src/commands/program.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import type { Request } from '../../src/platform/outbound/request.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import type { Store } from '../../src/store/store.ts';
import { makeDataFolder } from '../data-folder.ts';
import { createTestCatalog } from '../http/test-catalog.ts';

export const NOW = Date.parse('2026-11-21T08:15:30.123Z');

interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface Terminal {
  readonly folder: string;
  readonly file: string;
  /** Configurations with which `serve` was called. */
  readonly served: readonly Config[];
  run(...args: readonly string[]): Promise<Outcome>;
  /** Runs a command with --json and returns its output. The command must succeed. */
  json(...args: readonly string[]): Promise<Record<string, unknown>>;
  /** Opens the database like the service, until the test ends. */
  openStore(): Promise<Store>;
}

/**
 * Runs commands in this process. Each command opens its own connection to a database in a new folder, or to the
 * database that `env` names.
 */
export function openTerminal(
  env: Record<string, string> = {},
  input = '',
  request: Request = () => Promise.reject(new Error('No request is expected.')),
): Terminal {
  const folder = makeDataFolder('overdue-cli-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data', 'overdue.db');
  const served: Config[] = [];
  const settings = () => readConfig({ DATABASE_URL: `sqlite:${file}`, ...env });
  const openOwnStore = ({ database }: Config) => openStore(database, { newID: systemRandom.uuid, now: NOW });

  async function run(...args: readonly string[]): Promise<Outcome> {
    let out = '';
    let err = '';
    const exitCode = await runCommandLine(
      {
        version: '1.2.3',
        readConfig: settings,
        isInstalled: ({ database }) => isInstalled(database),
        openStore: openOwnStore,
        migrate: ({ database }) => migrate(database, NOW),
        async serve(config) {
          served.push(config);
        },
        openCatalog: () => Promise.resolve(createTestCatalog('https://overdue.example.com').catalog),
        request,
        clock: { now: () => NOW },
        random: systemRandom,
        write: (text) => {
          out += text;
        },
        writeError: (text) => {
          err += text;
        },
        readInput: () => Promise.resolve(input),
      },
      args,
    );
    return { exitCode, out, err };
  }

  return {
    folder,
    file,
    served,
    run,
    async json(...args) {
      const { exitCode, out, err } = await run(...args, '--json');
      if (exitCode !== 0 || err !== '' || !/^\{.*\}\n$/.test(out))
        throw new Error(`${exitCode}: ${out} ${err}`);
      return JSON.parse(out);
    },
    async openStore() {
      const result = settings();
      if (!result.ok) throw new Error(result.problems.join());
      const store = await openOwnStore(result.config);
      onTestFinished(() => store.close());
      return store;
    },
  };
}
