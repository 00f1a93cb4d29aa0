import { parseSync } from 'oxc-parser';
import type { RepoFile } from '../repo-files.ts';
import { at, type Rule } from '../rule.ts';
import { isSource, isTest } from '../source.ts';

/** Maximum lines of a function from its first to its last line, including comments and blank lines. JSX doesn't count. */
const LINES_MAX = 70;
/** Maximum lines of a component with its JSX, which is read as one tree. */
const COMPONENT_LINES_MAX = 100;
/** Maximum lines of a function of test support, such as a fixture or a simulation. */
const SUPPORT_LINES_MAX = 150;
const REASON = /^\s*This function is long because \S.*\.\s*$/;

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

/** Returns the position of the first statement of the body. A comment before it may state why the function is long. */
function firstStatementOf(body: Node): number {
  const [first] = Array.isArray(body.body) ? body.body : [];
  return isNode(first) ? first.start : body.end;
}

/** Returns the outermost JSX elements. */
function elementsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(elementsIn);
  if (!isNode(value)) return [];
  return /^JSX(?:Element|Fragment)$/.test(String(value.type))
    ? [value]
    : Object.values(value).flatMap(elementsIn);
}

function lineCount(text: string): number {
  return text.split('\n').length;
}

function isProduct(path: string): boolean {
  return /^(?:cli|server|web|sdk)\/src\//.test(path) && !isTest(path);
}

function isTestSupport(path: string): boolean {
  return /^(?:e2e|server\/test)\//.test(path) && !/\.test\.tsx?$|\/suite\//.test(path);
}

function isTooLong(file: RepoFile, { start, end, body }: Node): boolean {
  const lines = lineCount(file.text.slice(start, end));
  if (isTestSupport(file.path)) return lines > SUPPORT_LINES_MAX;
  const jsx = elementsIn(body).map((element) => lineCount(file.text.slice(element.start, element.end)));
  const ofTree = jsx.reduce((sum, each) => sum + each, 0);
  return lines - ofTree > LINES_MAX || lines > COMPONENT_LINES_MAX;
}

function findLong(file: RepoFile): readonly string[] {
  if (!file.text.includes('This function is long because') && lineCount(file.text) <= LINES_MAX) return [];
  const { program, comments } = parseSync(file.path, file.text);
  const unused = new Set(comments.filter(({ value }) => REASON.test(value)));
  const long = functionsIn(program.body).flatMap((found) => {
    const { start, end, body } = found;
    const lines = lineCount(file.text.slice(start, end));
    if (!isNode(body) || lines <= LINES_MAX) return [];
    const last = firstStatementOf(body);
    const reason = [...unused].find((comment) => comment.start > body.start && comment.end <= last);
    if (reason !== undefined) {
      unused.delete(reason);
      return [];
    }
    if (!isTooLong(file, found)) return [];
    return [
      `${at(file, start)}: a function of ${lines} lines. Divide it, or begin its body with "// This function is long because …".`,
    ];
  });
  return [
    ...long,
    ...[...unused].map(({ start }) => `${at(file, start)}: a reason without a long function.`),
  ];
}

function componentOf(lines: number): string {
  return `const C = () => {\n  f();\n  return (\n<ul>\n${'<li />\n'.repeat(lines - 7)}</ul>\n  );\n};`;
}

function functionOf(lines: number, reason = ''): string {
  return `function f() {\n${reason}${'f();\n'.repeat(lines - 2)}}`;
}

export const functionRules: readonly Rule[] = [
  {
    says: `a function of more than ${LINES_MAX} lines, or a component of more than ${COMPONENT_LINES_MAX}, or a function of test support of more than ${SUPPORT_LINES_MAX}, begins with the reason for its length`,
    check: (files) =>
      files
        .filter(({ path }) => isSource(path) && (isProduct(path) || isTestSupport(path)))
        .flatMap(findLong),
    refuses: [
      { 'server/src/a.ts': functionOf(LINES_MAX + 1) },
      { 'web/src/a.tsx': `const f = () => {\n${'f();\n'.repeat(LINES_MAX)}};` },
      {
        'sdk/src/a.ts': `${functionOf(LINES_MAX + 1)}\n// This function is long because of a reason elsewhere.`,
      },
      { 'web/src/a.tsx': componentOf(COMPONENT_LINES_MAX + 1) },
      { 'server/test/a.ts': functionOf(SUPPORT_LINES_MAX + 1) },
      { 'server/src/a.ts': functionOf(LINES_MAX + 1, '// This function is long because\n') },
      { 'server/src/a.ts': functionOf(10, '// This function is long because it was.\n') },
    ],
    accepts: [
      {
        'server/src/a.ts': functionOf(LINES_MAX),
        'web/src/a.tsx': componentOf(COMPONENT_LINES_MAX),
        'server/src/b.ts': functionOf(
          LINES_MAX + 1,
          '// This function is long because a list of routes has no parts.\n',
        ),
        'server/test/a.ts': functionOf(SUPPORT_LINES_MAX),
        'server/src/a.test.ts': functionOf(LINES_MAX + 1),
      },
    ],
  },
];
