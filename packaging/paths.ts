import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
/** Where `npm run package` puts the packages. */
export const OUTPUT = join(ROOT, 'dist');
/** Intermediate files, and downloads that later builds reuse. */
export const CACHE = join(ROOT, 'node_modules/.cache/overdue-packages');
