import { dirname, join } from 'node:path';

/** Permissions only for the service's user, because the files contain ping IDs and password hashes. */
export const OWNER_ONLY_FOLDER_MODE = 0o700;
export const OWNER_ONLY_FILE_MODE = 0o600;

/** Returns the path of the key file, used unless SECRET_KEY is set. */
export function keyFileBeside(file: string): string {
  return join(dirname(file), 'overdue.key');
}
