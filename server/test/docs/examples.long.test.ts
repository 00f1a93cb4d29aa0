import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NODE_COMPILE_CACHE } from '../server-process.ts';

/**
 * Runs the examples of the documents against a real server, from top to bottom, like a reader.
 *
 * - `<!-- run -->` before a block of sh: the block must exit with 0.
 * - `<!-- run MONITOR=monitor.shortID -->`: also stores a part of the response's `data` in a variable for later
 * examples.
 * - The commands of each line of a crontab block are run.
 * - `<!-- output -->` before a block of json or text: the previous example prints this output. Values that differ
 * between runs (IDs, times, durations, versions) are compared by their form, all other values exactly. In JSON, `"…":
 * "…"` represents the fields that are not shown.
 */
const DOCUMENTS = [
  'docs/guide/terminal.md',
  'docs/pinging.md',
  'docs/api.md',
  'docs/public-pages.md',
  'docs/teams.md',
  'docs/moving/sentry.md',
  'docs/moving/cronhub.md',
  'docs/moving/dead-mans-snitch.md',
];
const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'server/bin/overdue-server.js');
const LEFT_OUT = '…';

interface Example {
  readonly line: number;
  readonly command: string;
  /** Variables to set from the data of the response. */
  readonly keeps: readonly (readonly [name: string, path: string])[];
  readonly output: { readonly language: string; readonly text: string } | null;
}

const MARKED_BLOCK = /^<!-- (run|output)((?: \w+=[\w.]+)*) -->\n+```(\w+)\n([\s\S]*?)^```$/gm;

function examplesOf(text: string): readonly Example[] {
  const examples: Example[] = [];
  for (const match of text.matchAll(MARKED_BLOCK)) {
    const [, mark, keeps = '', language = '', body = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    if (mark === 'run') {
      const command = language === 'crontab' ? commandsOf(body) : body;
      examples.push({ line, command, keeps: keeps.trim().split(/ +/).flatMap(assignment), output: null });
    } else {
      const last = examples.pop();
      if (last === undefined) throw new Error(`line ${line}: an output without an example`);
      examples.push({ ...last, output: { language, text: body } });
    }
  }
  return examples;
}

function assignment(text: string): readonly (readonly [string, string])[] {
  const [name, path] = text.split('=');
  return name === undefined || path === undefined ? [] : [[name, path]];
}

/**
 * Returns the commands that cron would run. Removes comments, variables and the five fields of each line, and unescapes
 * `\%`.
 */
function commandsOf(crontab: string): string {
  const lines = crontab.split('\n').filter((line) => /^[\d*@]/.test(line));
  return lines
    .map((line) => line.replace(/^(?:@\w+|(?:\S+\s+){4}\S+)\s+/, '').replaceAll('\\%', '%'))
    .join('\n');
}

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<uuid>'],
  [/http:\/\/localhost:\d+/g, '<base>'],
  [/\bovd_[0-9A-Za-z…]+/g, '<token>'],
  [/\bcurl\/[\d.]+/g, 'curl/<version>'],
  // Explanations include the date only for times on another day, and seconds only if they are not 0.
  [/(?:\bon )?\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b(?: \d{4})?(?: at)? /g, ''],
  [/(?:\bat )?\b\d{2}:\d{2}(?::\d{2})?\b/g, '<clock>'],
  // If the example happens to run in the scheduled minute, the explanation names the scheduled run.
  [/\bthe <clock> run failed\b/g, 'the job reported a failure'],
];
const VARYING_TEXTS: Readonly<Record<string, RegExp>> = {
  shortID: /^[2-9a-z]{10}$/,
  projectShortID: /^[2-9a-z]{10}$/,
  pingID: /^[0-9A-Za-z_-]{8,64}$/,
  pingURL: /^http:\/\/localhost:\d+\/ping\/[0-9A-Za-z_-]{8,64}$/,
  nextCursor: /^[\w-]+$/,
  createdBy: /./,
  secret: /^[0-9A-Za-z]{22}$/,
  prefix: /^[0-9A-Za-z]{4}$/,
  dsn: /^http:\/\/[0-9A-Za-z]{22}@localhost:\d+\/1$/,
};
const VARYING_NUMBERS = new Set(['duration', 'id']);

/** Replaces values that differ between runs with placeholders. */
function form(value: unknown, key = ''): unknown {
  if (typeof value === 'number' && VARYING_NUMBERS.has(key)) return value === 0 ? 0 : '<number>';
  if (typeof value === 'string') return VARYING_TEXTS[key]?.test(value) ? `<${key}>` : masked(value);
  if (Array.isArray(value)) return value.map((item) => form(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, form(part, name)]));
}

function masked(text: string): string {
  return MASKS.reduce((result, [pattern, mask]) => result.replace(pattern, mask), text);
}

/** Removes fields that the documented response doesn't show. */
function shown(value: unknown, documented: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(documented)) {
    return value.map((item, index) => shown(item, documented[index]));
  }
  if (!isObject(value) || !isObject(documented)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, shown(part, documented[name])] as const);
  if (!(LEFT_OUT in documented)) return Object.fromEntries(entries);
  return { ...Object.fromEntries(entries.filter(([name]) => name in documented)), [LEFT_OUT]: LEFT_OUT };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expectOutput(printed: string, { language, text }: { language: string; text: string }): void {
  if (language === 'text') {
    expect(masked(printed.trim())).toBe(masked(text.trim()));
    return;
  }
  const documented: unknown = JSON.parse(text);
  expect(form(shown(JSON.parse(printed), documented))).toEqual(form(documented));
}

function partOf(value: unknown, path: string): string {
  const part = path.split('.').reduce<unknown>((outer, name) => {
    if (Array.isArray(outer)) return outer[Number(name)];
    return isObject(outer) ? outer[name] : undefined;
  }, value);
  if (typeof part !== 'string') throw new Error(`The response has no ${path}: ${JSON.stringify(value)}`);
  return part;
}

const run = promisify(execFile);
const missingTools = ['curl', 'wget'].filter((tool) => spawnSync('which', [tool]).status !== 0);
let folder = '';
let server: ChildProcess | undefined;
let settings: NodeJS.ProcessEnv = {};
let base = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overdue-examples-'));
  writeFileSync(join(folder, 'backup'), '#!/bin/sh\necho "saved 1289 files"\n', { mode: 0o755 });
  settings = {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'overdue.db')}`,
    NODE_COMPILE_CACHE,
  };
  server = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  base = `http://localhost:${await portOf(server)}`;
});

afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    const exit = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGTERM');
    await exit;
  }
  rmSync(folder, { recursive: true });
});

/** Reads the log until the service listens on a port. Returns the port. */
async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('The server has no output.');
  for await (const line of createInterface(stdout)) {
    const entry: unknown = JSON.parse(line);
    if (isObject(entry) && entry.msg === 'Overdue takes pings.') {
      // Continues to read the log, because a full pipe would block the service.
      stdout.resume();
      return Number(entry.port);
    }
  }
  throw new Error('The server ended before it took pings.');
}

describe.each(DOCUMENTS)('the examples of %s', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const examples = examplesOf(text);
  const variables: Record<string, string> = {};

  beforeAll(async () => {
    const args = [
      'setup',
      '--email',
      `reader${DOCUMENTS.indexOf(document)}@example.com`,
      '--team',
      document,
      '--scope',
      'admin',
      '--json',
    ];
    const { stdout } = await run(process.execPath, [PROGRAM, ...args], { env: settings });
    Object.assign(variables, { BASE: base, TOKEN: partOf(JSON.parse(stdout), 'token') });
  });

  test('the page has examples, and every mark is understood', () => {
    expect(examples.length).toBeGreaterThan(0);
    expect([...text.matchAll(MARKED_BLOCK)]).toHaveLength(
      [...text.matchAll(/<!--\s*(?:run|output)/g)].length,
    );
  });

  for (const { line, command, keeps, output } of examples) {
    const isRunnable = !missingTools.some((tool) => command.includes(tool));
    test.runIf(isRunnable)(`line ${line}`, async () => {
      const env = { ...settings, ...variables };
      const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
        env,
        cwd: folder,
      });
      for (const [name, path] of keeps) variables[name] = partOf(JSON.parse(stdout), `data.${path}`);
      if (output !== null) expectOutput(stdout, output);
    });
  }
});

test('the output of an example is compared by value, or by form where it varies', () => {
  const documented = '{"shortID":"k3v9x2mq7d","at":"2026-11-21T08:15:30.123Z","status":"up","…":"…"}';
  const compare = (printed: object) => () =>
    expectOutput(JSON.stringify(printed), { language: 'json', text: documented });
  const response = { shortID: 'p7w4nc2h9t', at: '2027-01-01T00:00:00.000Z', status: 'up', more: 1 };
  expect(compare(response)).not.toThrow();
  expect(compare({ ...response, status: 'down' })).toThrow();
  expect(compare({ ...response, at: '' })).toThrow();
  expect(compare({ ...response, shortID: '' })).toThrow();
});
