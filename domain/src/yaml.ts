import { type Document, isAlias, isCollection, isMap, isScalar, type Node, parseDocument } from 'yaml';

/** Maximum values of a document, counting the value of an alias at each of its uses. */
const VALUES_MAX = 1_000_000;
/** A plain object can't have such a key of its own without changing its prototype. */
const FORBIDDEN_KEY = '__proto__';

export interface YAMLProblem {
  /** Position in the text. */
  readonly offset: number;
  readonly message: string;
}

/** A document and its problems. `value` throws nothing if there are no problems. */
export interface YAMLReading {
  readonly contents: Node | null;
  readonly problems: readonly YAMLProblem[];
  value(): unknown;
}

/**
 * Parses YAML, including JSON. Reports everything that would be lost or misread: unknown aliases and tags, repeated keys, and keys
 * that an object can't have. Never throws, because strangers write YAML too.
 */
export function readYAMLDocument(
  text: string,
  { allowsRepeatedKeys = false }: { readonly allowsRepeatedKeys?: boolean } = {},
): YAMLReading {
  try {
    // The parser compares each key with all others, so `findProblems` looks for repeated keys instead.
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
    const ofParser = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
      offset: pos[0],
      message: firstLine(message),
    }));
    const problems = ofParser.length > 0 ? ofParser : findProblems(document, allowsRepeatedKeys);
    return {
      contents: document.contents,
      problems,
      // `findProblems` has limited the aliases.
      value: () => document.toJS({ maxAliasCount: -1 }),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const problem = { offset: 0, message: 'The document is nested too deeply.' };
    return { contents: null, problems: [problem], value: () => null };
  }
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}

function findProblems(document: Document, allowsRepeatedKeys: boolean): readonly YAMLProblem[] {
  const problems: YAMLProblem[] = [];
  const anchored = new Map<string, Node>();
  /** Values of each anchored node; null while the node is being counted. */
  const counts = new Map<Node, number | null>();
  const add = (node: Node, message: string) => problems.push({ offset: node.range?.[0] ?? 0, message });

  function countAlias(node: Node & { readonly source: string }): number {
    const target = anchored.get(node.source);
    const count = target === undefined ? undefined : counts.get(target);
    if (count === undefined)
      add(node, `The alias *${node.source} is unknown: no anchor &${node.source} comes before it.`);
    else if (count === null) add(node, `The anchor &${node.source} contains itself.`);
    return count ?? 1;
  }

  function checkKey(key: unknown, known: Set<unknown>): void {
    if (!isScalar(key)) return;
    const name = typeof key.value === 'string' ? key.value : String(key.value);
    if (name === FORBIDDEN_KEY) add(key, `The key ${FORBIDDEN_KEY} can't be used.`);
    if (known.has(name) && !allowsRepeatedKeys) add(key, `The key ${name} is repeated. Keys must be unique.`);
    known.add(name);
  }

  function count(node: unknown): number {
    if (isAlias(node)) return countAlias(node);
    if (!isScalar(node) && !isCollection(node)) return 0;
    if (node.anchor !== undefined) {
      anchored.set(node.anchor, node);
      counts.set(node, null);
    }
    let total = 1;
    if (isCollection(node)) {
      const known = new Set<unknown>();
      for (const item of node.items)
        if (isMap(node) && typeof item === 'object' && item !== null && 'key' in item && 'value' in item) {
          checkKey(item.key, known);
          total += count(item.key) + count(item.value);
        } else total += count(item);
    }
    if (node.anchor !== undefined) counts.set(node, total);
    return total;
  }

  if (count(document.contents) > VALUES_MAX)
    problems.push({
      offset: 0,
      message: `The document has more than ${VALUES_MAX} values, counting each alias.`,
    });
  return problems;
}
