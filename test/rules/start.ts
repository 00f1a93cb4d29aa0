import type { RepoFile } from '../repo-files.ts';
import { at, type Rule } from '../rule.ts';
import { readSource } from '../source.ts';

const MAIN = 'server/src/main.ts';
/**
 * Code that a start must not load: it consists of many files, and is needed only by some installations or only after the start.
 */
const LATER =
  /^(?:better-auth|@better-auth\/|pg(?:-|$)|nodemailer|smtp-server|postal-mime|yaml$)|^server\/src\/(?:core|database|live\/queries|search|store)\/postgres/;

/** Returns the imports that a file loads immediately, not on demand. */
function loadedBy(file: RepoFile) {
  return readSource(file).imports.filter(({ isTypeOnly, isDynamic }) => !isTypeOnly && !isDynamic);
}

function filesOfStart(files: readonly RepoFile[]): readonly RepoFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = new Set<RepoFile>();
  const open = [MAIN];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = byPath.get(path);
    if (file === undefined || found.has(file)) continue;
    found.add(file);
    open.push(...loadedBy(file).map(({ target }) => target));
  }
  return [...found];
}

export const startRules: readonly Rule[] = [
  {
    says: 'a start loads nothing that only some services need, or that is needed later',
    check: (files) =>
      filesOfStart(files).flatMap((file) =>
        loadedBy(file)
          .filter(({ target }) => LATER.test(target))
          .map(
            ({ target, offset }) =>
              `${at(file, offset)}: ${target} is loaded by every start. Import it where it is used, with import().`,
          ),
      ),
    refuses: [
      { [MAIN]: "import { betterAuth } from 'better-auth';" },
      {
        [MAIN]: "import './a.ts';",
        'server/src/a.ts': "import './b.ts';",
        'server/src/b.ts': "import 'pg';",
      },
      {
        [MAIN]: "export * from './a.ts';",
        'server/src/a.ts': "import { passkey } from '@better-auth/passkey';",
      },
      { [MAIN]: "import { openStore } from './store/postgres/store.ts';" },
    ],
    accepts: [
      { [MAIN]: "import type { Auth } from 'better-auth'; import 'pgmock';" },
      { [MAIN]: "await import('./a.ts');", 'server/src/a.ts': "import pg from 'pg';" },
      { [MAIN]: '', 'server/src/a.ts': "import pg from 'pg';" },
    ],
  },
];
