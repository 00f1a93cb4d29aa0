import { isAbsolute, join } from 'node:path';
import { isObject } from '../../../sdk/src/envelope.ts';
import { type Environment, usageError } from '../process/command-line.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import { homeFolder } from './state-folder.ts';

/** Maximum profiles in the file. */
export const PROFILES_MAX = 100;
const NAME = /^[\w.-]{1,40}$/;

/** Address of a service with the token of one team. */
export interface Profile {
  readonly url: string;
  readonly token: string;
  /** ID of the token in the list of tokens; null if unknown. */
  readonly tokenID: string | null;
}

/** The profiles of the user who runs the command. */
export interface Profiles {
  readonly path: string;
  /** Name of the profile that commands use by default; null if there is none. */
  readonly current: string | null;
  readonly byName: ReadonlyMap<string, Profile>;
}

/** Reads the profiles. Throws a CommandError if others can read the file, or if it isn't valid. */
export function readProfiles(env: Environment): Profiles {
  const path = profilePath(env);
  const bytes = readPrivateFile(path, { isSecret: true });
  return bytes === null
    ? { path, current: null, byName: new Map() }
    : parseProfiles(bytes.toString('utf8'), path);
}

export function writeProfiles({ path, current, byName }: Profiles): void {
  if (byName.size > PROFILES_MAX) throw usageError(`There can be at most ${PROFILES_MAX} profiles.`);
  writePrivateFile(path, `${JSON.stringify({ current, profiles: Object.fromEntries(byName) }, null, 2)}\n`);
}

export function checkProfileName(name: string): string {
  if (NAME.test(name)) return name;
  throw usageError('A profile name must have 1 to 40 letters, digits, dots, hyphens or underscores.');
}

function profilePath(env: Environment): string {
  const { XDG_CONFIG_HOME: base = '' } = env;
  return join(isAbsolute(base) ? base : join(homeFolder(env), '.config'), 'overdue', 'profiles.json');
}

function parseProfiles(text: string, path: string): Profiles {
  const invalid = usageError(
    `${path} is not a valid profile file. Repair or delete it, and run: overdue login`,
  );
  const json = parseJSON(text);
  if (!isObject(json) || !isObject(json.profiles)) throw invalid;
  const byName = new Map<string, Profile>();
  for (const [name, profile] of Object.entries(json.profiles)) {
    if (!NAME.test(name) || !isObject(profile)) throw invalid;
    const { url, token, tokenID } = profile;
    if (typeof url !== 'string' || typeof token !== 'string') throw invalid;
    byName.set(name, { url, token, tokenID: typeof tokenID === 'string' ? tokenID : null });
  }
  const { current } = json;
  return { path, byName, current: typeof current === 'string' && byName.has(current) ? current : null };
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
