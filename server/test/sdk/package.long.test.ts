import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiTypes } from '../../../sdk/scripts/api-types.ts';
import { objectAt } from '../../../sdk/scripts/schema-type.ts';
import { createClient } from '../../../sdk/src/index.ts';
import { readRepoFiles } from '../../../test/repo-files.ts';
import { startTestService } from './in-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');

describe('the types', () => {
  const text = readFileSync(join(ROOT, 'api/openapi.json'), 'utf8');

  test('match api/openapi.json', () => {
    const types = readFileSync(join(ROOT, 'sdk/src/api.generated.ts'), 'utf8');
    expect(types, 'Run: npm run generate -w sdk').toBe(`${apiTypes(objectAt(JSON.parse(text), ''))}\n`);
  });

  test.each([
    ['a keyword', '"type": "boolean"', '"type": "boolean", "not": {}', /not is not supported/],
    ['a type', '"type": "number"', '"type": "tuple"', /"tuple" is not supported/],
    [
      'additional properties',
      '"additionalProperties": false',
      '"additionalProperties": { "type": "string" }',
      /can only be false/,
    ],
    ['a reference', '#/components/schemas/Status', '#/components/other/Status', /does not refer to a schema/],
    ['a place of parameters', '"in": "query"', '"in": "cookie"', /in cookie are not supported/],
    ['an operation without a name', '"operationId": "listMonitors"', '"x": 1', /operationId is missing/],
  ])('are not created from parts that the generator does not know: %s', (_name, known, unknown, message) => {
    expect(text).toContain(known);
    expect(() => apiTypes(objectAt(JSON.parse(text.replaceAll(known, unknown)), ''))).toThrow(message);
  });
});

test('the sources import only one another', () => {
  const sources = readRepoFiles().filter(({ path }) => /^sdk\/src\/.*(?<!\.test)\.ts$/.test(path));
  expect(sources.length).toBeGreaterThan(10);
  for (const { path, text } of sources) {
    const imports = [...text.matchAll(/(?<!')(?:from|import)\s*\(?'([^']+)'/g)].map((match) => match[1]);
    expect(
      imports.filter(
        (target = '') =>
          !posix.join(posix.dirname(path), target).startsWith('sdk/src/') || !target.startsWith('.'),
      ),
      path,
    ).toEqual([]);
  }
});

/** Matches examples that never end, because they wait for a time or a change. Only their types are checked. */
const ENDLESS = /\.follow\(|cron\.schedule\(|new Cron\(|new Worker\(/;

/** Environment without the variables that npm set for this process. They would change the behaviour of the test's npm. */
const CLEAN_ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args], { cwd, env: CLEAN_ENV, encoding: 'utf8', stdio: 'pipe' });
}

const folder = mkdtempSync(join(tmpdir(), 'overdue-sdk-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Installs a tarball into an empty folder, together with the packages that the examples use. */
function install(name: string, tarball: string): string {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  npm(['install', '--offline', '--no-audit', '--no-fund', tarball], project);
  mkdirSync(join(project, 'node_modules/@types'));
  for (const beside of ['@types/node', 'croner', 'node-cron'])
    symlinkSync(join(ROOT, 'node_modules', beside), join(project, 'node_modules', beside));
  writeFileSync(join(project, 'example-bullmq.d.ts'), BULLMQ);
  return project;
}

/** The part of BullMQ's types that the examples use. Real jobs of BullMQ run in `real-bullmq.test.ts`. */
const BULLMQ = `declare module 'bullmq' {
  export interface Job<T = unknown> {
    readonly id?: string;
    readonly queueName: string;
    readonly timestamp: number;
    readonly attemptsStarted: number;
    readonly data: T;
  }
  type Processor<T> = (job: Job<T>, token?: string, signal?: AbortSignal) => Promise<unknown>;
  export class Worker<T> {
    constructor(name: string, processor: Processor<T>, options: { readonly connection: object });
  }
}
`;

function checkTypes(project: string, resolution: string, include: string): void {
  const options = {
    strict: true,
    noEmit: false,
    outDir: 'out',
    target: 'es2023',
    lib: ['es2023'],
    types: ['node'],
  };
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
  const compilerOptions = { ...options, module, moduleResolution: resolution, skipLibCheck: true };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [include] }));
  execFileSync(process.execPath, [COMPILER, '-p', project], { cwd: project, stdio: 'inherit' });
}

const CONSUMER = `
import { createClient, OverdueError, ping } from '@overdue/sdk';
import { monitored as bullmq } from '@overdue/sdk/bullmq';
import { monitored as croner } from '@overdue/sdk/croner';
import { monitored as nodeCron } from '@overdue/sdk/node-cron';

const client = createClient({ baseURL: 'http://127.0.0.1:9', token: 'ovd_x', retries: 0 });
const error: unknown = await client.monitors.list().catch((thrown: unknown) => thrown);
console.log(error instanceof OverdueError && error.code, typeof ping);
console.log(typeof bullmq, typeof croner, typeof nodeCron);
`;

const WAYS_TO_PACK = [
  ['in sdk', [], 'sdk'],
  ['from the root, by its workspace', ['-w', 'sdk'], '.'],
  ['from another folder, by its path', [join(ROOT, 'sdk')], null],
] as const;

describe.each(WAYS_TO_PACK)('npm pack %s', (name, args, cwd) => {
  test('npm pack creates a package that plain Node can import and TypeScript can check with', () => {
    const from = join(folder, `${name} pack`);
    mkdirSync(from);
    npm(['pack', ...args, '--pack-destination', from], cwd === null ? from : join(ROOT, cwd));
    const [tarball = ''] = readdirSync(from);
    const project = install(name, join(from, tarball));
    writeFileSync(join(project, 'consumer.ts'), CONSUMER);
    checkTypes(project, 'nodenext', 'consumer.ts');
    for (const node of nodes()) {
      const output = execFileSync(node, ['out/consumer.js'], { cwd: project, encoding: 'utf8' });
      expect(output, node).toBe('network function\nfunction function function\n');
    }
    const packed = readdirSync(join(project, 'node_modules/@overdue/sdk'), { recursive: true }).map(String);
    expect(packed).toEqual(expect.arrayContaining(['README.md', 'dist/LICENSE', 'dist/index.d.ts']));
    expect(packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
  });
});

describe('the examples of the README', () => {
  const examples = [
    ...readFileSync(join(ROOT, 'sdk/README.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm),
  ].map((match, index) => ({ name: `example-${index + 1}`, code: match[1] ?? '' }));
  let project = '';

  beforeAll(() => {
    npm(['pack', '--pack-destination', folder], join(ROOT, 'sdk'));
    const [tarball = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
    project = install('examples', join(folder, tarball));
    for (const { name, code } of examples) writeFileSync(join(project, `${name}.ts`), code);
  });

  test('the examples name every area of the client', () => {
    const text = examples.map(({ code }) => code).join('\n');
    const areas = Object.keys(createClient({ baseURL: 'http://localhost', token: 'ovd_x' }));
    expect(areas.length).toBeGreaterThan(15);
    expect(areas.filter((area) => !text.includes(`overdue.${area}.`))).toEqual([]);
  });

  // This test doesn't check the sources for globals of Node, because the build does: it only knows the types of the DOM.
  test.each(['bundler', 'nodenext'])(
    'the examples agree with the types, resolved as %s does',
    (resolution) => {
      checkTypes(project, resolution, 'example-*.ts');
    },
  );

  test.each(nodes())('the examples run with %s', async (node) => {
    const service = await startTestService({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
    const token = await service.addTeam();
    const { pingURL } = await service.client(token).monitors.create({ name: 'job' });
    const env = { PING_URL: pingURL, OVERDUE_URL: service.baseURL, OVERDUE_TOKEN: token };
    const outputs: string[] = [];
    for (const { name } of examples.filter(({ code }) => !ENDLESS.test(code))) {
      // Not execFileSync, because the service runs in this process and must be able to respond.
      const { stdout } = await promisify(execFile)(node, [join(project, 'out', `${name}.js`)], { env });
      outputs.push(stdout);
    }
    expect(outputs).toEqual([
      '1289 files are safe.\n',
      expect.stringMatching(/^This is the run [0-9a-f-]{36}\.\n$/),
      'up\n',
      expect.stringMatching(
        /^http\S+ At 02:00, Monday through Friday \(Europe\/Riga\)\n0 of 2 monitors need attention\.\n$/,
      ),
      'created unchanged updated\n',
      'Unchanged.\n',
      'db-01\n',
      expect.stringMatching(/^On-call: sent: false\n0 deliveries\n$/),
      'Database upgrade, On call\n0 incidents\n',
      '0 lines\n',
      expect.stringMatching(/^\S.* is on call; 0 gaps in the next 28 days\n$/),
      expect.stringMatching(/^http\S+\/badge\/\S+\n$/),
      expect.stringMatching(/^\S+: owner\n\S+: member\n\d of 1000 monitors\nchannel\.create\n$/),
      expect.stringMatching(
        /^0 runs\n3 next runs\n0 2 \* \* 1-5\nDatabases\nread: .+\nplan: .+\nTo create: 1\nTo change: 1\nManaged by no file\n$/,
      ),
      expect.stringMatching(/^\S+@\S+\nfalse\n$/),
      // The example prints nothing unless another person edits the monitor.
      '',
      expect.stringMatching(/^schedule\.cron: .+\n$/),
    ]);
  });
});

/** Returns the paths of this Node and of other Nodes on this machine, from version 20 on. */
function nodes(): readonly string[] {
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
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
