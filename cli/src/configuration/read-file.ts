import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { readYAMLDocument } from '@overdue/domain/yaml.ts';
import { isMap, isNode, isScalar, type Node, type Pair, visit } from 'yaml';
import { type Environment, usageError } from '../process/command-line.ts';

/** Maximum bytes of a configuration file. */
const FILE_BYTES_MAX = 20_000_000;
/** Maximum number of mistakes in an error message. */
const SHOWN_MAX = 20;

/** A mistake in a file, with the path of the setting, such as `monitors.backup.schedule.cron`. */
export interface Mistake {
  readonly path: string;
  readonly message: string;
}

export interface ConfigurationFile {
  /** Name that identifies the resources that the file manages. */
  readonly name: string;
  readonly sections: Readonly<Record<string, unknown>>;
  /** Texts in the file that contain variables, such as `${PASSWORD}`. The key is the path of the setting. */
  readonly variables: ReadonlyMap<string, string>;
  /** Returns an error that shows mistakes with lines and columns. */
  explain(mistakes: readonly Mistake[]): Error;
}

/** Reads a file and inserts the values of environment variables. Throws an error that shows all mistakes. */
export async function readConfigurationFile(file: string, env: Environment): Promise<ConfigurationFile> {
  const text = await readText(file);
  const document = readYAMLDocument(text);
  const placeOf = (offset: number) => {
    const before = text.slice(0, offset).split('\n');
    return `${file}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
  };
  if (document.problems.length > 0)
    throw failure(
      document.problems.slice(0, SHOWN_MAX).map(({ offset, message }) => `${placeOf(offset)}: ${message}`),
      document.problems.length,
    );
  const { variables, problems } = insertVariables(document.contents, env, placeOf);
  if (problems.length > 0) throw failure(problems);
  const explain = (mistakes: readonly Mistake[]) =>
    failure(
      mistakes.map(({ path, message }) => {
        const { offset, found } = findPlace(document.contents, path.split('.'));
        return `${placeOf(offset)}: ${found === path ? path : path || 'file'}: ${message}`;
      }),
    );
  const content: unknown = document.value();
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw explain([
      { path: '', message: 'A configuration file must be a mapping of sections, such as monitors.' },
    ]);
  const { name, ...sections } = Object.fromEntries(Object.entries(content));
  if (typeof name !== 'string')
    throw explain([
      {
        path: 'name',
        message:
          'Give the file a name, such as “name: production”. The name identifies the resources that the file manages.',
      },
    ]);
  return { name, sections: withoutEmpty(sections), variables, explain };
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file === '-' ? '/dev/stdin' : file).catch((error: unknown) => {
    throw usageError(`Can't read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (bytes.byteLength > FILE_BYTES_MAX) throw usageError(`${file} is larger than ${FILE_BYTES_MAX} bytes.`);
  // A file in another encoding would lose characters without a word.
  if (!isUtf8(bytes))
    throw usageError(
      `${file} is not UTF-8 text. Convert it, for example with “iconv -f ISO-8859-1 -t UTF-8”.`,
    );
  return bytes.toString('utf8');
}

/** Omits empty sections, which YAML parses as null. */
function withoutEmpty(sections: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(sections).filter(([, section]) => section !== null));
}

const VARIABLE = /\$(\$\{|\{([A-Za-z_][A-Za-z0-9_]*)\})/g;

/** Replaces each `${NAME}` with the value of the environment variable, and each `$${` with a literal `${`. */
function insertVariables(
  contents: Node | null,
  env: Environment,
  placeOf: (offset: number) => string,
): { readonly variables: ReadonlyMap<string, string>; readonly problems: readonly string[] } {
  const variables = new Map<string, string>();
  const problems: string[] = [];
  if (contents === null) return { variables, problems };
  visit(contents, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string') return;
      const text = node.value;
      node.value = text.replace(VARIABLE, (whole, form: string, variable: string | undefined) => {
        if (variable === undefined) return form;
        const value = env[variable];
        if (value === undefined || value === '') {
          problems.push(
            `${placeOf(node.range?.[0] ?? 0)}: The environment variable ${variable} is not set. Set it, or write $\${ for a literal \${.`,
          );
          return whole;
        }
        variables.set(pathOf(ancestors, node), text);
        return value;
      });
    },
  });
  return { variables, problems };
}

function pathOf(ancestors: readonly (Node | Pair | { readonly contents?: unknown })[], node: Node): string {
  const chain = [...ancestors, node];
  const names = chain.flatMap((node, index): readonly string[] => {
    if ('key' in node && isScalar(node.key)) return [String(node.key.value)];
    const next = chain[index + 1];
    if ('items' in node && Array.isArray(node.items) && !isMap(node) && next !== undefined)
      return [String(node.items.findIndex((entry: unknown) => entry === next))];
    return [];
  });
  return names.join('.');
}

/** Returns the position of a setting in the file. If the file lacks the setting, returns the innermost part of its path. */
function findPlace(
  contents: Node | null,
  path: readonly string[],
): { readonly offset: number; readonly found: string } {
  let node: Node | null = contents;
  let offset = contents?.range?.[0] ?? 0;
  const foundPath: string[] = [];
  for (const name of path) {
    const next = childOf(node, name);
    if (next === null) break;
    offset = next.offset;
    node = next.value;
    foundPath.push(name);
  }
  return { offset, found: foundPath.join('.') };
}

function childOf(
  node: Node | null,
  name: string,
): { readonly offset: number; readonly value: Node | null } | null {
  if (node === null || !('items' in node) || !Array.isArray(node.items)) return null;
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    return pair === undefined ? null : { offset: pair.key.range?.[0] ?? 0, value: pair.value };
  }
  const entry: unknown = node.items[Number(name)];
  return !isNode(entry) ? null : { offset: entry.range?.[0] ?? 0, value: entry };
}

function failure(problems: readonly string[], total = problems.length): Error {
  const shown = problems.slice(0, SHOWN_MAX).map((problem) => `\n  ${problem}`);
  const rest = total > SHOWN_MAX ? `\n  and ${total - SHOWN_MAX} more` : '';
  const count = total === 1 ? 'a mistake' : `${total} mistakes`;
  return usageError(`The file has ${count}. Nothing was changed.${shown.join('')}${rest}`);
}
