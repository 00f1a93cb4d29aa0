import { parseSync } from 'oxc-parser';
import { readRepoFiles } from '../repo-files.ts';
import { isTest } from '../source.ts';

export interface FoundPattern {
  readonly path: string;
  /** The pattern as written in the source. */
  readonly code: string;
  readonly pattern: RegExp;
}

const COVERED = /^(?:server|cli|sdk)\/src\/.*\.ts$/;

/** Returns every regular expression that is written in the sources of the service, the command line and the SDK. */
export function findPatterns(): readonly FoundPattern[] {
  return readRepoFiles()
    .filter(({ path }) => COVERED.test(path) && !isTest(path) && !path.endsWith('.generated.ts'))
    .flatMap(({ path, text }) => patternsIn(path, text))
    .filter(({ code }, index, all) => all.findIndex((other) => other.code === code) === index);
}

function patternsIn(path: string, text: string): readonly FoundPattern[] {
  const found: FoundPattern[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    else if (typeof node === 'object' && node !== null && !(node instanceof RegExp)) {
      if ('regex' in node && 'value' in node && node.value instanceof RegExp && 'raw' in node)
        found.push({ path, code: String(node.raw), pattern: node.value });
      for (const child of Object.values(node)) visit(child);
    }
  };
  visit(parseSync(path, text).program.body);
  return found;
}

const BUILT = /\bnew RegExp\(/;

/** Returns every regular expression that modules build with `new RegExp` while they are loaded. */
export async function findBuiltPatterns(): Promise<readonly FoundPattern[]> {
  const original = globalThis.RegExp;
  const found: FoundPattern[] = [];
  for (const { path } of readRepoFiles().filter(
    ({ path, text }) => COVERED.test(path) && !isTest(path) && BUILT.test(text),
  )) {
    globalThis.RegExp = new Proxy(original, {
      construct(target, [source, flags]) {
        const pattern = new target(source, flags);
        found.push({ path, code: String(pattern).slice(0, 200), pattern });
        return pattern;
      },
    });
    try {
      await import(/* @vite-ignore */ `../../${path}`);
    } finally {
      globalThis.RegExp = original;
    }
  }
  return found.filter(({ code }, index, all) => all.findIndex((other) => other.code === code) === index);
}

/** An exported function that takes a text and needs nothing else. */
export interface FoundFunction {
  readonly path: string;
  readonly name: string;
  readonly takesBytes: boolean;
}

const EXPORTED =
  /^export (?:async )?function (\w+)(?:<[^>]*>)?\(\s*\w+: (string|Uint8Array|Buffer)(?: \| (?:undefined|null))?(?:,\s*\w+\?: \w+|,\s*\w+(?:: [^=,)]+)? = [^,)]+)*,?\s*\)/gm;

/** Returns the exported functions of these folders that take one text. */
export function findTextFunctions(folders: readonly string[]): readonly FoundFunction[] {
  return readRepoFiles()
    .filter(
      ({ path }) => COVERED.test(path) && !isTest(path) && folders.some((folder) => path.startsWith(folder)),
    )
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)].map(([, name = '', type = '']) => ({
        path,
        name,
        takesBytes: type !== 'string',
      })),
    );
}
