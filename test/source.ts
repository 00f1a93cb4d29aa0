import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { RepoFile } from './repo-files.ts';

/** Parts of a source file that the rules examine. */
export interface Source {
  /** Text with comments and the contents of literals replaced by spaces. All offsets are the same as in the text. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** String literals, and the fixed parts of templates. */
  readonly literals: readonly Literal[];
  /** Visible text in JSX: text between tags, and attributes that are displayed or read aloud. */
  readonly readTexts: readonly Literal[];
  /** Comments without their outer markers. */
  readonly comments: readonly Literal[];
}

export interface Import {
  /** A path from the root of the repository, or the name of a package as written. */
  readonly target: string;
  readonly isTypeOnly: boolean;
  /** Whether the import is loaded only when the code reaches it. */
  readonly isDynamic: boolean;
  readonly offset: number;
}

export interface Literal {
  readonly text: string;
  readonly offset: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const READ_ATTRIBUTE =
  /^(?:aria-label|aria-description|title|placeholder|alt|label|hint|description|problem|action)$/;

const sources = new WeakMap<RepoFile, Source>();

export function isSource(path: string): boolean {
  return /\.(?:ts|mts|tsx|js|mjs)$/.test(path);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(?:server\/test|test|e2e)\//.test(path);
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function readSource(file: RepoFile): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const source = parse(file);
  sources.set(file, source);
  return source;
}

function parse(file: RepoFile): Source {
  const { program, module, comments } = parseSync(file.path, file.text);
  const literals: Literal[] = [];
  const blanks: Span[] = [...comments];
  const imports: Import[] = [];
  const readTexts: Literal[] = [];

  function addImport(request: Span, isTypeOnly: boolean, isDynamic = false): void {
    const written = /^(['"`])(.*)\1$/s.exec(file.text.slice(request.start, request.end))?.[2];
    if (written !== undefined) {
      imports.push({ target: targetOf(file.path, written), isTypeOnly, isDynamic, offset: request.start });
    }
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
    } else if (isNode(node)) {
      if (isLiteral(node)) {
        const inside = { start: node.start + 1, end: node.end - 1 };
        blanks.push(inside);
        literals.push({ text: file.text.slice(inside.start, inside.end), offset: node.start });
      }
      if (node.type === 'JSXText')
        readTexts.push({ text: file.text.slice(node.start, node.end), offset: node.start });
      if (node.type === 'JSXAttribute') addReadAttribute(node);
      if (node.type === 'TSImportType' && isNode(node.source)) addImport(node.source, true);
      for (const child of Object.values(node)) visit(child);
    }
  }

  function addReadAttribute({ name, value }: Node): void {
    if (!isNode(name) || !isNode(value) || value.type !== 'Literal') return;
    if (READ_ATTRIBUTE.test(file.text.slice(name.start, name.end)))
      readTexts.push({ text: file.text.slice(value.start + 1, value.end - 1), offset: value.start });
  }

  visit(program.body);
  for (const { moduleRequest, entries } of module.staticImports) {
    addImport(moduleRequest, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest !== null) addImport(moduleRequest, isType);
    }
  }
  for (const { moduleRequest } of module.dynamicImports) addImport(moduleRequest, false, true);
  return {
    code: blank(file.text, blanks),
    imports,
    literals,
    readTexts,
    comments: comments.map(({ value, start }) => ({ text: value, offset: start })),
  };
}

type Node = Span & Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function isLiteral(node: Node): boolean {
  if (node.type === 'TemplateElement') return true;
  return node.type === 'Literal' && (typeof node.value === 'string' || 'regex' in node);
}

function targetOf(importer: string, written: string): string {
  if (written.startsWith(DOMAIN)) return `domain/src/${written.slice(DOMAIN.length)}`;
  return written.startsWith('.') ? posix.join(posix.dirname(importer), written) : written;
}

const DOMAIN = '@overdue/domain/';

function blank(text: string, spans: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    result += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return result + text.slice(from);
}
