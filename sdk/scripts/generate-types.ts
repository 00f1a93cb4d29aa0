import { readFileSync, writeFileSync } from 'node:fs';
import { apiTypes } from './api-types.ts';
import { objectAt } from './schema-type.ts';

/**
 * `npm run generate` writes the types out of `api/openapi.json`; `generate:check` fails when they are not what it says.
 * openapi-typescript needs the API of TypeScript 5 as its peer, which cannot be installed beside TypeScript 7.
 */
const DOCUMENT = new URL('../../api/openapi.json', import.meta.url);
const TYPES = new URL('../src/api.generated.ts', import.meta.url);

const types = `${apiTypes(objectAt(JSON.parse(readFileSync(DOCUMENT, 'utf8')), 'openapi.json'))}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(TYPES, types);
} else if (readFileSync(TYPES, 'utf8') !== types) {
  process.stderr.write(
    'sdk/src/api.generated.ts is not what api/openapi.json says. Run: npm run generate -w sdk\n',
  );
  process.exitCode = 1;
}
