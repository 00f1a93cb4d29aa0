import { dirname, join } from 'node:path';

/** Ping IDs are credentials, and hashes are worth stealing: only the service's user may read the files that it makes. */
export const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;

/** The key that seals the channels' secrets, which the service keeps here unless SECRET_KEY is set. */
export function keyFileBeside(file: string): string {
  return join(dirname(file), 'overdue.key');
}
