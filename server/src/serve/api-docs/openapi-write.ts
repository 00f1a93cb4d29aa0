import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OpenAPIHono } from '@hono/zod-openapi';
import { ENDPOINTS } from '../endpoints.ts';
import { describeAPI, writeDocument } from './openapi.ts';

/** `node server/src/serve/api-docs/openapi-write.ts` writes `api/openapi.json`. With `--check`, fails if the file differs. */
const DEFAULT_BASE_URL = 'http://localhost:8080';
const folder = new URL('../../../../api/', import.meta.url);
const file = fileURLToPath(new URL('openapi.json', folder));

const text = writeDocument(describeAPI(new OpenAPIHono(), ENDPOINTS, DEFAULT_BASE_URL));
if (process.argv.includes('--check')) check();
else write();

function check(): void {
  if (readOrEmpty() === text) return;
  process.stderr.write(
    'api/openapi.json does not match the code. Run: node server/src/serve/api-docs/openapi-write.ts\n',
  );
  process.exitCode = 1;
}

function readOrEmpty(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function write(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
}
