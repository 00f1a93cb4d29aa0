import { readFileSync, writeFileSync } from 'node:fs';
import { apiTypes } from './api-types.ts';
import { inputLengths } from './input-lengths.ts';
import { inputSchemas } from './input-schemas.ts';
import { objectAt } from './schema-type.ts';

/**
 * `npm run generate` writes the types, the input schemas and their lengths from `api/openapi.json`. `generate:check` fails if they differ.
 * openapi-typescript is no alternative: it needs TypeScript 5 as a peer, which can't be installed beside TypeScript 7.
 */
const DOCUMENT = new URL('../../api/openapi.json', import.meta.url);
const document = objectAt(JSON.parse(readFileSync(DOCUMENT, 'utf8')), 'openapi.json');

for (const [name, text] of [
  ['api.generated.ts', apiTypes(document)],
  ['input-lengths.generated.ts', inputLengths(document)],
  ['input-schemas.generated.ts', inputSchemas(document)],
] as const) {
  const file = new URL(`../src/${name}`, import.meta.url);
  const wanted = `${text}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, wanted);
  } else if (readFileSync(file, 'utf8') !== wanted) {
    process.stderr.write(`sdk/src/${name} does not match api/openapi.json. Run: npm run generate -w sdk\n`);
    process.exitCode = 1;
  }
}
