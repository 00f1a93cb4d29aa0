import { existsSync } from 'node:fs';
import { openStore } from '../src/commands/database.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import { systemRandom } from '../src/platform/runtime/random.ts';
import type { Store } from '../src/store/store.ts';
import { type Caller, makeMember, makeTeamOf, newMember } from './callers.ts';
import { writeEmptyDatabase } from './empty-store.ts';
import { makeMonitor, makeTeam } from './store/suite/fixtures.ts';

const FINDINGS_MAX = 100;

/**
 * Creates the first team and its owner in the database of a server, like its command `setup`. Runs in this process,
 * because starting the program would take far longer.
 * @returns a token of the owner
 */
export async function setUpTeam(env: NodeJS.ProcessEnv): Promise<string> {
  const { database } = configOf(env);
  // Copying a migrated database takes a tenth of the time that the migrations take.
  if (database.kind === 'sqlite' && !existsSync(database.file)) await writeEmptyDatabase(database.file);
  const owner = newMember('owner', Date.now(), 'owner@example.com');
  return withStoreOf(env, async (store) => (await makeTeamOf(store, 'Acme', owner)).token);
}

/** Adds a member with a token to the team of {@link setUpTeam}. */
export function addMemberTo(env: NodeJS.ProcessEnv): Promise<Caller> {
  return withStoreOf(env, async (store) => {
    const [team] = await store.listTeams();
    if (team === undefined) throw new Error('There is no team.');
    return makeMember(store, { teamID: team.id, role: 'member', scope: 'write' }, Date.now());
  });
}

/** Adds a team with monitors to the database of a server that isn't running. Returns the paths of their ping URLs. */
export function addTeamTo(
  env: NodeJS.ProcessEnv,
  name: string,
  monitors: number,
): Promise<readonly string[]> {
  return withStoreOf(env, async (store) => {
    const { id: teamID, projectID } = await makeTeam(store, name);
    const paths: string[] = [];
    for (let made = 0; made < monitors; made += 1) {
      await makeMonitor(store, { teamID, projectID, name: `${name}-${made}` });
      paths.push(`/ping/key-${name}-${made}`);
    }
    return paths;
  });
}

/** Returns the faults that the command `check` finds in a server's database. */
export function checkStore(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  return withStoreOf(env, (store) => store.check(FINDINGS_MAX));
}

async function withStoreOf<T>(env: NodeJS.ProcessEnv, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(configOf(env).database, {
    newID: () => systemRandom.uuid(),
    now: Date.now(),
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function configOf(env: NodeJS.ProcessEnv): Config {
  const result = readConfig(env);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}
