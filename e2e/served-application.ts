import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addMonitors, teamOf, withDatabase } from '../bench/seed.ts';
import { makeDataFolder } from '../server/test/data-folder.ts';
import { runCommand, startProcess } from '../server/test/server-process.ts';
import { fillSampleTeam } from './sample-team.ts';

export const PERSON = {
  email: 'ann@example.com',
  password: 'correct horse battery',
  name: 'Ann Ozola',
  team: 'Acme',
} as const;

const DATABASE = 'overdue.db';
const TOKEN = 'token';

export interface ServedApplication {
  readonly baseURL: string;
  readonly file: string;
  /** API token of {@link PERSON}, or '' on an empty database. */
  readonly token: string;
  /** Output since the last start. */
  output(): string;
  /** Stops the program and keeps its port and database file for {@link resume}. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the program and deletes its database file. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /**
   * `empty`: no account exists. `new`: {@link PERSON} has a team without monitors. `sample`: the team has a history. A
   * number: the team has that many monitors, all up.
   */
  readonly team: 'empty' | 'new' | 'sample' | number;
  /** Folder in which {@link prepareTeam} created the team to copy. Default: the service creates its own team. */
  readonly prepared?: string | undefined;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the real program with the built application. Before this, run `npm run build`. */
export async function serveApplication({
  team,
  prepared,
  port = 0,
  env = {},
}: ServiceOptions): Promise<ServedApplication> {
  const folder = makeDataFolder('overdue-e2e-');
  const file = join(folder, DATABASE);
  const settings: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: `sqlite:${file}`,
    PING_RATE: '0',
    API_RATE: '0',
    MONITOR_ALLOWANCE: typeof team === 'number' ? String(team + 1000) : '1000',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    ...env,
  };
  let token = '';
  if (team !== 'empty')
    token = prepared === undefined ? await createTeam(settings, folder) : copyTeam(prepared, folder);
  if (team === 'sample') await fillSampleTeam(file, Date.now());
  if (typeof team === 'number') addMany(file, team);
  let life = await startProcess(settings);
  return {
    baseURL: `http://localhost:${life.port}`,
    file,
    token,
    output: () => life.output(),
    async halt() {
      await life.kill('SIGTERM');
    },
    async resume() {
      life = await startProcess({ ...settings, PORT: String(life.port) });
    },
    async stop() {
      await life.kill('SIGTERM');
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Creates a team in an empty folder, for services that copy the folder. Copying is much faster than the command
 * `setup`.
 */
export async function prepareTeam(folder: string): Promise<void> {
  const settings = { PATH: process.env.PATH, DATABASE_URL: `sqlite:${join(folder, DATABASE)}` };
  writeFileSync(join(folder, TOKEN), await createTeam(settings, folder));
}

function copyTeam(prepared: string, folder: string): string {
  copyFileSync(join(prepared, DATABASE), join(folder, DATABASE));
  return readFileSync(join(prepared, TOKEN), 'utf8');
}

/** @returns a token of the owner */
async function createTeam(settings: NodeJS.ProcessEnv, folder: string): Promise<string> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PERSON.password);
  const named = ['--email', PERSON.email, '--name', PERSON.name, '--team', PERSON.team];
  const { exitCode, out } = await runCommand(settings, [
    'setup',
    ...named,
    '--password-file',
    passwordFile,
    '--scope',
    'admin',
    '--json',
  ]);
  if (exitCode !== 0) throw new Error(`setup failed: ${out}`);
  const made: unknown = JSON.parse(out);
  if (typeof made !== 'object' || made === null || !('token' in made))
    throw new Error('setup answered no token.');
  return String(made.token);
}

function addMany(file: string, count: number): void {
  withDatabase(file, (database) => {
    const team = teamOf(database, 1);
    const now = Date.now();
    addMonitors(database, {
      first: 1,
      count,
      teamOf: () => team,
      lastPingAt: (number) => now - number * 1000,
    });
  });
}
