import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { STATE_FOLDERS_OF_USERS } from '../../config/state-folder.ts';
import type { Host } from '../host.ts';
import type { PlannedJob } from './plan-changes.ts';

const READABLE_FOLDER = 0o755;
const OWN_FOLDER = 0o700;
const WRITABLE_BY_OWNER = 0o200;

interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/**
 * Creates folders for the waiting reports of users who can't write to their home folders, such as www-data. Only root can create them.
 * Returns why folders could not be created.
 */
export function createStateFolders(host: Host, jobs: readonly PlannedJob[]): readonly string[] {
  if (process.geteuid?.() !== 0) return [];
  const users = new Set(jobs.flatMap(({ job: { edit, user } }) => (edit?.kind === 'line' ? [user] : [])));
  return [...users].flatMap((user) => {
    const account = user === null ? null : accountOf(host, user);
    if (account === null || account.uid === 0 || hasHome(host, account)) return [];
    try {
      createStateFolder(host, account);
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [`Reports of ${user} can't wait on disk while Overdue can't be reached. ${reason}`];
    }
  });
}

/** Reads a line of /etc/passwd. Users of a directory service are not listed there, and have home folders. */
function accountOf(host: Host, user: string): Account | null {
  const lines = host.read('/etc/passwd')?.toString().split('\n') ?? [];
  const fields = lines.map((line) => line.split(':')).find(([name]) => name === user);
  if (fields === undefined) return null;
  const [, , uid = '', gid = '', , home = ''] = fields;
  return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? { uid: Number(uid), gid: Number(gid), home } : null;
}

function hasHome(host: Host, { uid, home }: Account): boolean {
  if (!home.startsWith('/')) return false;
  const stat = statSync(host.locate(home), { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === uid && (stat.mode & WRITABLE_BY_OWNER) !== 0;
}

function createStateFolder(host: Host, { uid, gid }: Account): void {
  const path = `${STATE_FOLDERS_OF_USERS}/${uid}`;
  if (host.exists(path)) return;
  const parent = host.locate(STATE_FOLDERS_OF_USERS);
  mkdirSync(parent, { recursive: true });
  chmodSync(parent, READABLE_FOLDER);
  mkdirSync(host.locate(path), { mode: OWN_FOLDER });
  chmodSync(host.locate(path), OWN_FOLDER);
  chownSync(host.locate(path), uid, gid);
}
