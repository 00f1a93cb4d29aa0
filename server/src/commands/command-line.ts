import { AppError } from '@overdue/domain/error.ts';
import type { ChannelCatalog } from '../channels/settings/catalog.ts';
import type { Config, ConfigResult } from '../platform/config/config.ts';
import { databaseName } from '../platform/config/database-location.ts';
import type { Request } from '../platform/outbound/request.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { Store } from '../store/store.ts';

export interface CommandLine {
  readonly version: string;
  readonly readConfig: () => ConfigResult;
  readonly isInstalled: (config: Config) => Promise<boolean>;
  readonly openStore: (config: Config) => Promise<Store>;
  /** Migrates the database to this version. Returns the names of the migrations that ran. */
  readonly migrate: (config: Config) => Promise<readonly string[]>;
  readonly serve: (config: Config, options: ServeOptions) => Promise<void>;
  /** Opens the catalog of channel types, with the key that encrypts their settings. */
  readonly openCatalog: (config: Config, store: Store) => Promise<Pick<ChannelCatalog, 'parse' | 'seal'>>;
  /** Sends a request to any address, because the operator chose that address. */
  readonly request: Request;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly readInput: () => Promise<string>;
}

export interface ServeOptions {
  /** Whether to create a database even if the key of an earlier database exists. */
  readonly isNewWanted: boolean;
  readonly isNewKeyWanted: boolean;
}

export interface CommonOptions {
  readonly json?: true;
}

/** Returns the configuration. Throws an error with one line per invalid variable. */
export function configOf(cli: CommandLine): Config {
  const result = cli.readConfig();
  if (result.ok) return result.config;
  throw new AppError('invalid', ['The configuration is invalid:', ...result.problems].join('\n  '));
}

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

/** Like {@link withStore}, but requires an existing database: a mistyped DATABASE_URL must not look like an empty database. */
export async function withExistingStore<T>(cli: CommandLine, work: (store: Store) => Promise<T>): Promise<T> {
  const config = configOf(cli);
  const { database } = config;
  if (await asUnavailable(config, cli.isInstalled(config))) return withStore(cli, config, work);
  const problem =
    database.kind === 'sqlite'
      ? `There is no database at ${database.file}. Check DATABASE_URL and the working directory`
      : `The database ${databaseName(database)} has not been set up for Overdue. Check DATABASE_URL`;
  throw new AppError('not_found', `${problem}, or start with: overdue-server setup`);
}

/** Prints one line of JSON for programs, or text for people. */
export function report(
  cli: CommandLine,
  {
    options,
    result,
    text,
  }: { readonly options: CommonOptions; readonly result: object; readonly text: string },
): void {
  cli.write(options.json === true ? `${JSON.stringify(result)}\n` : `${text}\n`);
}

/** Formats names and values in two columns. Leaves out entries with an empty value. */
export function listing(entries: readonly (readonly [name: string, value: string])[]): string {
  const shown = entries.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
