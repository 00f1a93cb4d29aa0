import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiTypes } from '../../../sdk/scripts/api-types.ts';
import { objectAt } from '../../../sdk/scripts/schema-type.ts';
import { readRepoFiles } from '../../../test/repo-files.ts';
import { startTestService } from './in-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');

describe('the types', () => {
  const text = readFileSync(join(ROOT, 'api/openapi.json'), 'utf8');

  test('are what api/openapi.json says', () => {
    const types = readFileSync(join(ROOT, 'sdk/src/api.generated.ts'), 'utf8');
    expect(types, 'Run: npm run generate -w sdk').toBe(`${apiTypes(objectAt(JSON.parse(text), ''))}\n`);
  });

  test.each([
    ['a keyword', '"type": "boolean"', '"type": "boolean", "not": {}', /not is not supported/],
    ['a type', '"type": "number"', '"type": "tuple"', /"tuple" is not supported/],
    [
      'additional properties',
      '"additionalProperties": false',
      '"additionalProperties": {}',
      /can only be false/,
    ],
    ['a reference', '#/components/schemas/Status', '#/components/other/Status', /does not refer to a schema/],
    ['a place of parameters', '"in": "query"', '"in": "cookie"', /in cookie are not supported/],
    ['an operation without a name', '"operationId": "listMonitors"', '"x": 1', /has no operationId/],
  ])('are not made from what the generator does not know: %s', (_name, known, unknown, message) => {
    expect(text).toContain(known);
    expect(() => apiTypes(objectAt(JSON.parse(text.replaceAll(known, unknown)), ''))).toThrow(message);
  });
});

test('the sources import nothing but one another', () => {
  const sources = readRepoFiles().filter(({ path }) => /^sdk\/src\/.*(?<!\.test)\.ts$/.test(path));
  expect(sources.length).toBeGreaterThan(10);
  for (const { path, text } of sources) {
    const imports = [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map((match) => match[1]);
    expect(
      imports.filter((target) => !target?.startsWith('./')),
      path,
    ).toEqual([]);
  }
});

describe('the built package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-sdk-'));
  const installed = join(folder, 'node_modules/@overdue/sdk');
  const examples = [
    ...readFileSync(join(ROOT, 'sdk/README.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm),
  ].map((match, index) => ({ name: `example-${index + 1}`, code: match[1] ?? '' }));

  beforeAll(() => {
    execFileSync(process.execPath, [join(ROOT, 'sdk/scripts/build.ts'), installed]);
    mkdirSync(join(folder, 'node_modules/@types'));
    symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    for (const { name, code } of examples) writeFileSync(join(folder, `${name}.ts`), code);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  // The build itself checks that the sources use no global of Node: it knows the DOM's types alone.
  test.each(['nodenext', 'bundler'])(
    'has types that the examples agree with, resolved as %s does',
    (resolution) => {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const options = {
        strict: true,
        noEmit: false,
        outDir: 'out',
        target: 'es2023',
        lib: ['es2023'],
        types: ['node'],
      };
      const compilerOptions = { ...options, module, moduleResolution: resolution };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, include: ['example-*.ts'] }),
      );
      execFileSync(process.execPath, [COMPILER, '-p', folder], { cwd: folder, stdio: 'inherit' });
    },
  );

  test.each(nodes())('runs the examples of the README with %s', async (node) => {
    expect(examples.length).toBeGreaterThan(4);
    const service = await startTestService();
    const token = await service.addTeam();
    const { pingURL } = await service.client(token).monitors.create({ name: 'job' });
    const env = { PING_URL: pingURL, OVERDUE_URL: service.baseURL, OVERDUE_TOKEN: token };
    const outputs: string[] = [];
    // What follows a team has no end; its types are checked all the same.
    for (const { name } of examples.filter(({ code }) => !code.includes('.follow('))) {
      // Not execFileSync: the service is in this process.
      const { stdout } = await promisify(execFile)(node, [join(folder, 'out', `${name}.js`)], { env });
      outputs.push(stdout);
    }
    expect(outputs).toEqual([
      '1289 files are safe.\n',
      expect.stringMatching(/^This is the run [0-9a-f-]{36}\.\n$/),
      'up\n',
      expect.stringMatching(
        /^http\S+ At 02:00, Monday through Friday \(Europe\/Riga\)\n0 of 2 monitors need a look\.\n$/,
      ),
      'As it was.\n',
      expect.stringMatching(/^schedule\.cron: .+\n$/),
      'name: This must not be blank.\nalertAfterFailures: This must be at least 1.\n',
    ]);
  });
});

/** This Node, and others of the machine, which may be as old as 20. */
function nodes(): readonly string[] {
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .map((each) => join(each, 'node'))
    .filter((path) => !path.includes('node_modules') && versionOf(path) >= 20);
  return [...new Set([process.execPath, ...others].map((path) => realpathSync(path)))];
}

function versionOf(node: string): number {
  try {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
    return Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
