import { dirname, join } from 'node:path';

/** Readable by the service's user only: ping IDs are credentials, and hashes are worth stealing. */
export const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;

/** Returns the path of the key that seals secrets. The service keeps it there unless SECRET_KEY is set. */
export function keyFileBeside(file: string): string {
  return join(dirname(file), 'overdue.key');
}
