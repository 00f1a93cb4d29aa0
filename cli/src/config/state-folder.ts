import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type Environment, usageError } from '../process/command-line.ts';

/**
 * State of root. The folder differs from /var/lib/overdue, the data of the service, because the service's own user can
 * change everything there.
 */
export const STATE_FOLDER_OF_ROOT = '/var/lib/overdue-cli';

/** Root creates a folder here for each user whose jobs report, and who has no home folder to write to. Its name is the ID of the user. */
export const STATE_FOLDERS_OF_USERS = '/var/lib/overdue-users';

/**
 * Returns the folder of the spool, the locks and the backups of `discover`. Throws a CommandError if the user has no home folder and
 * `OVERDUE_STATE` is not set, or if it is relative.
 */
export function stateFolder(env: Environment): string {
  const { OVERDUE_STATE: chosen = '', XDG_STATE_HOME: base = '' } = env;
  // Commands in other folders would not find the reports in a relative folder.
  if (chosen !== '' && !isAbsolute(chosen))
    throw usageError(`OVERDUE_STATE must be an absolute path, not ${chosen}.`);
  if (chosen !== '') return chosen;
  const user = process.geteuid?.();
  if (user === 0) return STATE_FOLDER_OF_ROOT;
  const own = join(STATE_FOLDERS_OF_USERS, String(user));
  if (existsSync(own)) return own;
  // The XDG specification says that relative paths must be ignored.
  return join(isAbsolute(base) ? base : join(homeFolder(env), '.local/state'), 'overdue');
}

/** Returns the home folder of the user. Throws a CommandError if neither HOME nor the system's list of users has one. */
export function homeFolder({ HOME = '' }: Environment): string {
  if (isAbsolute(HOME)) return HOME;
  try {
    const { homedir } = userInfo();
    if (isAbsolute(homedir)) return homedir;
  } catch {
    // The user is not in the system's list of users.
  }
  throw usageError(
    'This user has no home folder, so there is no place for reports that have to wait. Set HOME or OVERDUE_STATE.',
  );
}
