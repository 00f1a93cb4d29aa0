import { type ParamPattern, parseSync } from 'oxc-parser';
import { readRepoFiles } from '../repo-files.ts';
import { isTest } from '../source.ts';

export interface FoundPattern {
  readonly path: string;
  /** The pattern as written in the source. */
  readonly code: string;
  readonly pattern: RegExp;
}

const COVERED = /^(?:domain|server|cli|sdk)\/src\/.*\.ts$/;

/** Returns every regular expression that is written in the sources of the domain, the service, the command line and the SDK. */
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

/** A parameter of an exported function. */
export interface Parameter {
  /** Type as written in the source; '' if there is none. */
  readonly type: string;
  readonly isRequired: boolean;
}

/** An exported function that takes a text or bytes. */
export interface TextFunction {
  readonly path: string;
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

const TEXT = /^(?:string|Uint8Array|Buffer)(?: \| (?:undefined|null))*$/;

export function isText({ type }: Parameter): boolean {
  return TEXT.test(type);
}

/** Returns every exported function of the domain, the service, the command line and the SDK that has a text as a parameter. */
export function findTextFunctions(): readonly TextFunction[] {
  return readRepoFiles()
    .filter(({ path }) => COVERED.test(path) && !isTest(path) && !path.endsWith('.generated.ts'))
    .flatMap(({ path, text }) => exportedFunctions(path, text))
    .filter(({ parameters }) => parameters.some(isText));
}

function exportedFunctions(path: string, text: string): readonly TextFunction[] {
  const { body } = parseSync(path, text).program;
  return body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declaration?.type === 'FunctionDeclaration')
      return [{ path, name: declaration.id?.name ?? '', parameters: parametersOf(declaration.params, text) }];
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
        ? [{ path, name: id.name, parameters: parametersOf(init.params, text) }]
        : [],
    );
  });
}

function parametersOf(params: readonly ParamPattern[], text: string): readonly Parameter[] {
  return params.map((param) => {
    const pattern = param.type === 'AssignmentPattern' ? param.left : param;
    const annotation = 'typeAnnotation' in pattern ? (pattern.typeAnnotation?.typeAnnotation ?? null) : null;
    const isOptional = 'optional' in pattern && pattern.optional === true;
    return {
      type: annotation === null ? '' : text.slice(annotation.start, annotation.end),
      isRequired: param.type !== 'AssignmentPattern' && param.type !== 'RestElement' && !isOptional,
    };
  });
}
