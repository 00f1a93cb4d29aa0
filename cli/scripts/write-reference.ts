import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referenceFiles } from './reference.ts';

const root = new URL('../../', import.meta.url);
rmSync(new URL('cli/man/', root), { recursive: true, force: true });
mkdirSync(new URL('cli/man/', root), { recursive: true });
for (const [path, text] of await referenceFiles()) writeFileSync(fileURLToPath(new URL(path, root)), text);
