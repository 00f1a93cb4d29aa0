import { dirname, join } from 'node:path';

/** Permissions only for the service's user, because the files contain ping IDs and password hashes. */
export const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;

/** Returns the path of the key file, used unless SECRET_KEY is set. */
export function keyFileBeside(file: string): string {
  return join(dirname(file), 'overdue.key');
}
