import { parseSync } from 'oxc-parser';
import type { RepoFile } from '../repo-files.ts';
import { at, type Rule } from '../rule.ts';
import { readSource } from '../source.ts';

const PAGE = 'docs/limits.md';
const ROOT = 'server/src';
/** Source folders outside the server. The page shows their files with complete paths. */
const OTHERS = ['cli/src/', 'domain/src/', 'sdk/src/', 'web/src/'];
const ROW = /^\| (?<what>[^|]+) \| (?<value>[^|]+) \| `(?<name>[\w.]+)` in `(?<path>[\w./-]+\.tsx?)` \|$/;
const VALUE = /^(?<number>\d[\d,]*(?:\.\d+)?)(?: (?<unit>\w+))?$/;

/** Milliseconds or bytes per unit. Any other word is a counted thing, such as pings. */
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  days: 86_400_000,
  kB: 1000,
  MB: 1_000_000,
  KiB: 1024,
  MiB: 1024 * 1024,
};
/** Factors for constants whose names end in a unit other than milliseconds or bytes. */
const NAMED_UNITS: readonly (readonly [pattern: RegExp, factor: number])[] = [
  [/_SECONDS(?:_|$)/, 1000],
  [/_MINUTES(?:_|$)/, 60_000],
  [/_HOURS?(?:_|$)/, 3_600_000],
  [/_DAYS(?:_|$)|^DAYS_/, 86_400_000],
  [/_KIB(?:_|$)/, 1024],
];

function isOther(path: string): boolean {
  return OTHERS.some((folder) => path.startsWith(folder));
}

type Node = Readonly<Record<string, unknown>>;
type Repo = ReadonlyMap<string, RepoFile>;

interface Row {
  readonly what: string;
  readonly value: string;
  readonly name: string;
  readonly path: string;
  readonly place: string;
}

/**
 * Returns the rows of the page's tables. Reports each line that contains a number but isn't a valid row as a problem.
 */
function readRows(page: RepoFile): { readonly rows: readonly Row[]; readonly problems: readonly string[] } {
  const rows: Row[] = [];
  const problems: string[] = [];
  let offset = 0;
  for (const line of page.text.split('\n')) {
    const place = at(page, offset);
    const { what, value, name, path } = ROW.exec(line)?.groups ?? {};
    if (what !== undefined && value !== undefined && name !== undefined && path !== undefined)
      rows.push({ what, value, name, path: isOther(path) ? path : `${ROOT}/${path}`, place });
    else if (/^\|.*\d/.test(line))
      problems.push(`${place}: not of the form | What | Value | \`NAME\` in \`file.ts\` |.`);
    offset += line.length + 1;
  }
  return { rows, problems };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

const programs = new WeakMap<RepoFile, readonly Node[]>();

function nodesOf(file: RepoFile): readonly Node[] {
  const known = programs.get(file);
  if (known !== undefined) return known;
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const child of value) visit(child);
    else if (isNode(value)) {
      nodes.push(value);
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseSync(file.path, file.text).program.body);
  programs.set(file, nodes);
  return nodes;
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return String(node.name ?? node.value ?? '');
}

/**
 * Returns the number to which a name refers: a constant, a property such as `LIMITS.mail.max`, or the default of a
 * variable.
 */
function numberOf(repo: Repo, file: RepoFile, name: string): number | null {
  const [first = '', ...properties] = name.split('.');
  const nodes = nodesOf(file);
  const declaration = nodes.find(
    (node) => node.type === 'VariableDeclarator' && nameOf(node.id) === first && isNode(node.init),
  );
  if (declaration !== undefined) return evaluate(repo, file, propertyOf(declaration.init, properties));
  const read = nodes.find(
    ({ type, callee, arguments: given }) =>
      type === 'CallExpression' &&
      nameOf(callee) === 'read' &&
      Array.isArray(given) &&
      nameOf(given[0]) === first,
  );
  if (read !== undefined && Array.isArray(read.arguments)) return evaluate(repo, file, read.arguments[1]);
  const source = readSource(file).imports.find(
    ({ target, offset }) => repo.has(target) && imports(file, offset, first),
  );
  const target = source === undefined ? undefined : repo.get(source.target);
  return target === undefined ? null : numberOf(repo, target, name);
}

/** Whether the import statement whose module name is at `offset` imports `name`. */
function imports(file: RepoFile, offset: number, name: string): boolean {
  const statement = file.text.slice(file.text.lastIndexOf('import', offset), offset);
  return new RegExp(`\\b${name}\\b`).test(statement);
}

function propertyOf(node: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined || !isNode(node)) return node;
  const { properties } = node;
  if (!Array.isArray(properties)) return undefined;
  const property: unknown = properties.find(
    (candidate) => isNode(candidate) && nameOf(candidate.key) === name,
  );
  return isNode(property) ? propertyOf(property.value, rest) : undefined;
}

function evaluate(repo: Repo, file: RepoFile, node: unknown): number | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : null;
  if (node.type === 'Identifier') return numberOf(repo, file, nameOf(node));
  if (node.type === 'ParenthesizedExpression') return evaluate(repo, file, node.expression);
  if (node.type !== 'BinaryExpression') return null;
  const left = evaluate(repo, file, node.left);
  const right = evaluate(repo, file, node.right);
  if (left === null || right === null) return null;
  if (node.operator === '+') return left + right;
  if (node.operator === '-') return left - right;
  if (node.operator === '*') return left * right;
  if (node.operator === '/') return left / right;
  return node.operator === '**' ? left ** right : null;
}

/** Returns the documented value in the unit of the constant; null if it is not a number. */
function documentedValue({ name, value }: Row): number | null {
  const { number, unit = '' } = VALUE.exec(value)?.groups ?? {};
  if (number === undefined) return null;
  const factor = UNITS[unit];
  const own = NAMED_UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
  return (Number(number.replaceAll(',', '')) * (factor ?? 1)) / (factor === undefined ? 1 : own);
}

function checkRow(repo: Repo, row: Row): readonly string[] {
  const file = repo.get(row.path);
  const actual = file === undefined ? null : numberOf(repo, file, row.name);
  if (actual === null)
    return [`${row.place}: ${row.path} has no number ${row.name}. Correct or remove the row.`];
  if (documentedValue(row) === actual) return [];
  return [`${row.place}: ${row.name} is ${actual}, the page says ${row.value}. Correct the page.`];
}

const SOURCE = `${ROOT}/core/ingest/ingest.ts`;
const HEAD = '| What | Value | Constant |\n|---|---|---|\n';

export const limitRules: readonly Rule[] = [
  {
    says: `every number in ${PAGE} is that of the constant it names`,
    check: (files) => {
      const page = files.find(({ path }) => path === PAGE);
      if (page === undefined) return [];
      const repo = new Map(files.map((file) => [file.path, file]));
      const { rows, problems } = readRows(page);
      return [...problems, ...rows.flatMap((row) => checkRow(repo, row))];
    },
    refuses: [
      {
        [PAGE]: `${HEAD}| Pings | 500 | \`BATCH_MAX\` in \`core/ingest/ingest.ts\` |`,
        [SOURCE]: 'const BATCH_MAX = 1_000;',
      },
      { [PAGE]: `${HEAD}| Pings | 500 | \`BATCH_MAX\` in \`core/ingest/ingest.ts\` |`, [SOURCE]: '' },
      { [PAGE]: `${HEAD}| Pings | 500 | \`BATCH_MAX\` in \`ingest/gone.ts\` |` },
      { [PAGE]: `${HEAD}| Pings | 500 | the buffer |` },
      {
        [PAGE]: `${HEAD}| Wait | 2 min | \`WAIT_SECONDS\` in \`core/ingest/ingest.ts\` |`,
        [SOURCE]: 'const WAIT_SECONDS = 2;',
      },
      {
        [PAGE]: `${HEAD}| Mails | 5 | \`LIMITS.mail.max\` in \`core/ingest/ingest.ts\` |`,
        [SOURCE]: 'const LIMITS = { mail: { max: 6 } };',
      },
    ],
    accepts: [
      {
        [PAGE]: [
          HEAD.trim(),
          '| Pings | 1,000 | `BATCH_MAX` in `core/ingest/ingest.ts` |',
          '| Bodies | 64 MiB | `BODIES` in `core/ingest/ingest.ts` |',
          '| Wait | 2 min | `WAIT_SECONDS` in `core/ingest/ingest.ts` |',
          '| Twice | 2,000 pings | `TWICE` in `core/ingest/ingest.ts` |',
          '| Mails | 6 | `LIMITS.mail.max` in `core/ingest/ingest.ts` |',
          '| Rate | 10 | `PING_RATE` in `core/ingest/ingest.ts` |',
        ].join('\n'),
        [SOURCE]: [
          "import { BATCH_MAX } from './batch.ts';",
          'const BODIES = 64 * 1024 * 1024; const WAIT_SECONDS = 120; const TWICE = 2 * BATCH_MAX;',
          "const LIMITS = { mail: { max: 6 } }; read('PING_RATE', 10, number);",
        ].join('\n'),
        [`${ROOT}/core/ingest/batch.ts`]: 'export const BATCH_MAX = 1000;',
      },
    ],
  },
  {
    says: 'the name of a maximum says whether it counts characters or bytes',
    check: (files) => {
      const page = files.find(({ path }) => path === PAGE);
      if (page === undefined) return [];
      return readRows(page).rows.flatMap(({ place, value, name }) => {
        const unit = VALUE.exec(value)?.groups?.unit ?? '';
        const wanted = unit === 'characters' ? 'LENGTH' : /^(?:bytes|[kM]i?B)$/.test(unit) ? 'BYTES' : null;
        if (wanted === null || !name.endsWith('_MAX') || name.includes(wanted)) return [];
        return [`${place}: ${name} counts ${unit}. Name it …_${wanted}_MAX.`];
      });
    },
    refuses: [
      { [PAGE]: `${HEAD}| Title | 200 characters | \`TITLE_MAX\` in \`core/ingest/ingest.ts\` |` },
      { [PAGE]: `${HEAD}| Bodies | 64 MiB | \`BODIES_MAX\` in \`core/ingest/ingest.ts\` |` },
    ],
    accepts: [
      {
        [PAGE]: [
          HEAD.trim(),
          '| Title | 200 characters | `TITLE_LENGTH_MAX` in `core/ingest/ingest.ts` |',
          '| Bodies | 64 MiB | `BODY_BYTES_MAX` in `core/ingest/ingest.ts` |',
          '| Pings | 1,000 | `BATCH_MAX` in `core/ingest/ingest.ts` |',
          '| Body | 100 kB | `PING_BODY_LIMIT` in `core/ingest/ingest.ts` |',
        ].join('\n'),
      },
    ],
  },
];
