import type { Config, ConfigResult } from '../config/config.ts';
import { databaseName } from '../config/database-location.ts';
import { AppError } from '../domain/error.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Random } from '../runtime/random.ts';
import type { Store } from '../store/store.ts';

/** All that the commands reach outside themselves for. */
export interface CommandLine {
  readonly version: string;
  readonly readConfig: () => ConfigResult;
  /** Whether Overdue has been in the database before. */
  readonly isInstalled: (config: Config) => Promise<boolean>;
  /** Opens the database, brought up to this version. */
  readonly openStore: (config: Config) => Promise<Store>;
  /** Brings the database up to this version; answers the names of the migrations that ran. */
  readonly migrate: (config: Config) => Promise<readonly string[]>;
  /** Runs the service; resolves when it has stopped. */
  readonly serve: (config: Config, options: ServeOptions) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  /** To standard output: results alone. */
  readonly write: (text: string) => void;
  /** To standard error: what went wrong. */
  readonly writeError: (text: string) => void;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
}

export interface ServeOptions {
  /** Whether an empty database is wanted although the key of an earlier one is there. */
  readonly isNewWanted: boolean;
  /** Whether the key was changed on purpose. */
  readonly isNewKeyWanted: boolean;
}

/** What every command understands. */
export interface CommonOptions {
  readonly json?: true;
}

/** The settings; what is wrong with them is for people to read, one line for each variable. */
export function configOf(cli: CommandLine): Config {
  const result = cli.readConfig();
  if (result.ok) return result.config;
  throw new AppError('invalid', ['The configuration is wrong:', ...result.problems].join('\n  '));
}

/** Opens the store for the time of `work`. */
export async function withStore<T>(
  cli: CommandLine,
  config: Config,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await asUnavailable(config, cli.openStore(config));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function asUnavailable<T>({ database }: Config, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    if (why.includes(databaseName(database)))
      throw cause instanceof AppError ? cause : new AppError('unavailable', why, { cause });
    throw new AppError('unavailable', `The database ${databaseName(database)} can't be opened: ${why}`, {
      cause,
    });
  }
}

/** The same for commands that make no sense on a new database: a mistyped DATABASE_URL must not look like an empty one. */
export async function withExistingStore<T>(cli: CommandLine, work: (store: Store) => Promise<T>): Promise<T> {
  const config = configOf(cli);
  const { database } = config;
  if (await asUnavailable(config, cli.isInstalled(config))) return withStore(cli, config, work);
  const what =
    database.kind === 'sqlite'
      ? `There is no database at ${database.file}. Check DATABASE_URL and the working directory`
      : `Nothing of Overdue is in the database ${databaseName(database)}. Check DATABASE_URL`;
  throw new AppError('not_found', `${what}, or begin with: overdue-server setup`);
}

/** Prints a result: one line of JSON for programs, or text for people. */
export function report(cli: CommandLine, options: CommonOptions, result: object, text: string): void {
  cli.write(options.json === true ? `${JSON.stringify(result)}\n` : `${text}\n`);
}

/** Lines of a name and a value, the values below one another; those without a value are left out. */
export function listing(entries: readonly (readonly [name: string, value: string])[]): string {
  const shown = entries.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
