import { parseSync } from 'oxc-parser';
import type { RepoFile } from '../repo-files.ts';
import { at, type Rule } from '../rule.ts';
import { isSource, isTest } from '../source.ts';

/** Maximum lines of a function from its first to its last line, including comments and blank lines. */
const LINES_MAX = 70;
const REASON = /^\s*Long because \S.*\.\s*$/;

type Node = Readonly<Record<string, unknown>> & { readonly start: number; readonly end: number };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Returns all functions with a body, including nested ones. */
function functionsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(functionsIn);
  if (!isNode(value)) return [];
  const nested = Object.values(value).flatMap(functionsIn);
  return /Function/.test(String(value.type)) && isNode(value.body) ? [value, ...nested] : nested;
}

/** Returns the position up to which a comment may state the reason: the first statement of the body. */
function firstStatementOf(body: Node): number {
  const [first] = Array.isArray(body.body) ? body.body : [];
  return isNode(first) ? first.start : body.end;
}

function findLong(file: RepoFile): readonly string[] {
  if (!file.text.includes('Long because') && file.text.split('\n').length <= LINES_MAX) return [];
  const { program, comments } = parseSync(file.path, file.text);
  const unused = new Set(comments.filter(({ value }) => REASON.test(value)));
  const long = functionsIn(program.body).flatMap(({ start, end, body }) => {
    const lines = file.text.slice(start, end).split('\n').length;
    if (lines <= LINES_MAX || !isNode(body)) return [];
    const last = firstStatementOf(body);
    const reason = [...unused].find((each) => each.start > body.start && each.end <= last);
    if (reason !== undefined) {
      unused.delete(reason);
      return [];
    }
    return [
      `${at(file, start)}: a function of ${lines} lines. Divide it, or begin its body with "// Long because …".`,
    ];
  });
  return [
    ...long,
    ...[...unused].map(({ start }) => `${at(file, start)}: a reason without a long function.`),
  ];
}

function functionOf(lines: number, reason = ''): string {
  return `function f() {\n${reason}${'f();\n'.repeat(lines - 2)}}`;
}

export const functionRules: readonly Rule[] = [
  {
    says: `a function of more than ${LINES_MAX} lines begins with the reason for its length`,
    check: (files) =>
      files
        .filter(({ path }) => /^(?:cli|server|web|sdk)\/src\//.test(path) && isSource(path) && !isTest(path))
        .flatMap(findLong),
    refuses: [
      { 'server/src/a.ts': functionOf(LINES_MAX + 1) },
      { 'web/src/a.tsx': `const f = () => {\n${'f();\n'.repeat(LINES_MAX)}};` },
      { 'sdk/src/a.ts': `${functionOf(LINES_MAX + 1)}\n// Long because of a reason elsewhere.` },
      { 'server/src/a.ts': functionOf(LINES_MAX + 1, '// Long because\n') },
      { 'server/src/a.ts': functionOf(10, '// Long because it was.\n') },
    ],
    accepts: [
      {
        'server/src/a.ts': functionOf(LINES_MAX),
        'server/src/b.ts': functionOf(LINES_MAX + 1, '// Long because a list of routes has no parts.\n'),
        'server/src/a.test.ts': functionOf(LINES_MAX + 1),
      },
    ],
  },
];
