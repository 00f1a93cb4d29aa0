import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommandLine } from '../../src/cli/program.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { systemRandom } from '../../src/random.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';

export const NOW = Date.parse('2026-11-21T08:15:30.123Z');

interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface Terminal {
  readonly folder: string;
  readonly file: string;
  /** What was served. */
  readonly served: readonly Config[];
  run(...args: readonly string[]): Promise<Outcome>;
  /** Runs a command that must succeed, with --json. */
  json(...args: readonly string[]): Promise<Record<string, unknown>>;
  /** Looks at the database as the service does; closed when the test ends. */
  openStore(): Promise<Store>;
}

/** Runs commands in this process, each on a connection of its own to a database in a fresh folder. */
export function openTerminal(env: Record<string, string> = {}, input = ''): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data', 'overdue.db');
  const served: Config[] = [];
  const openStore = () => openSqliteStore({ file, newID: systemRandom.uuid });

  async function run(...args: readonly string[]): Promise<Outcome> {
    let out = '';
    let err = '';
    const exitCode = await runCommandLine(
      {
        version: '1.2.3',
        readConfig: () => readConfig({ DATABASE_URL: `sqlite:${file}`, ...env }),
        openStore,
        migrate,
        async serve(config) {
          served.push(config);
        },
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

  async function migrate(config: Config): Promise<readonly string[]> {
    const store = openDatabase(config.database.file);
    try {
      return await migrateToLatest(store.kysely, migrations);
    } finally {
      await store.kysely.destroy();
    }
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
      const store = await openStore();
      onTestFinished(() => store.close());
      return store;
    },
  };
}
