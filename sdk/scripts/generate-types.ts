import { readFileSync, writeFileSync } from 'node:fs';
import { apiTypes } from './api-types.ts';
import { objectAt } from './schema-type.ts';

/**
 * `npm run generate` writes the types and routes of the SDK from `api/openapi.json`. `generate:check` fails if they differ. Why
 * openapi-typescript is no alternative: docs/decisions/dependencies.md.
 */
const DOCUMENT = new URL('../../api/openapi.json', import.meta.url);
const document = objectAt(JSON.parse(readFileSync(DOCUMENT, 'utf8')), 'openapi.json');

const file = new URL('../src/api.generated.ts', import.meta.url);
const wanted = `${apiTypes(document)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted);
} else if (readFileSync(file, 'utf8') !== wanted) {
  process.stderr.write(
    'sdk/src/api.generated.ts does not match api/openapi.json. Run: npm run generate -w sdk\n',
  );
  process.exitCode = 1;
}
