import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
} from 'yaml';

/** Maximum values of a document, counting the value of an alias at each of its uses. */
const VALUES_MAX = 1_000_000;
/** A plain object can't have such a key of its own without changing its prototype. */
const FORBIDDEN_KEY = '__proto__';
/** YAML 1.1 inserts the entries of the value into the map that has this key. */
const MERGE_KEY = '<<';

export interface YAMLProblem {
  /** Position in the text. */
  readonly offset: number;
  readonly message: string;
}

/** A document and its problems. `value` throws nothing if there are no problems. */
export interface YAMLReading {
  readonly contents: Node | null;
  readonly problems: readonly YAMLProblem[];
  /** Returns the value of the document, or of one of its nodes. */
  value(node?: Node): unknown;
}

export interface YAMLOptions {
  /** The last of repeated keys counts. */
  readonly allowsRepeatedKeys?: boolean;
  /** Merges `<<`, as parsers of YAML 1.1 do. Otherwise `<<` is a key like any other. */
  readonly mergesMaps?: boolean;
}

/**
 * Parses YAML, including JSON. Reports everything that would be lost or misread: unknown aliases and tags, repeated keys, and keys
 * that an object can't have. Never throws, because strangers write YAML too.
 */
export function readYAMLDocument(
  text: string,
  { allowsRepeatedKeys = false, mergesMaps = false }: YAMLOptions = {},
): YAMLReading {
  try {
    // The parser compares each key with all others, so `findProblems` looks for repeated keys instead. Pretty errors would copy the
    // line of each error.
    const { contents, errors, warnings } = parseDocument(text, {
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    });
    const ofParser = [...errors, ...warnings].map(({ pos, message }) => ({
      offset: pos[0],
      message: firstLine(message),
    }));
    const targets = new Map<Alias, Node>();
    const problems =
      ofParser.length > 0 ? ofParser : findProblems(contents, { allowsRepeatedKeys, mergesMaps, targets });
    const plainOf = createConversion({ targets, mergesMaps });
    // Converts here, where nesting that is too deep is caught.
    const whole = problems.length > 0 ? null : plainOf(contents);
    return { contents, problems, value: (node) => (node === undefined ? whole : plainOf(node)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const problem = { offset: 0, message: 'The document is nested too deeply.' };
    return { contents: null, problems: [problem], value: () => null };
  }
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}

interface Search extends Required<YAMLOptions> {
  /** Receives the node of each alias. */
  readonly targets: Map<Alias, Node>;
}

function findProblems(
  contents: Node | null,
  { allowsRepeatedKeys, mergesMaps, targets }: Search,
): readonly YAMLProblem[] {
  const problems: YAMLProblem[] = [];
  const anchored = new Map<string, Node>();
  /** Values of each anchored node; null while the node is being counted. */
  const counts = new Map<Node, number | null>();
  const add = (node: Node, message: string) => problems.push({ offset: node.range?.[0] ?? 0, message });

  function countAlias(node: Alias): number {
    const target = anchored.get(node.source);
    const count = target === undefined ? undefined : counts.get(target);
    if (target !== undefined) targets.set(node, target);
    if (count === undefined)
      add(node, `The alias *${node.source} is unknown: no anchor &${node.source} comes before it.`);
    else if (count === null) add(node, `The anchor &${node.source} contains itself.`);
    return count ?? 1;
  }

  function checkKey(key: unknown, known: Set<unknown>): void {
    if (!isScalar(key)) return;
    const name = String(key.value);
    if (name === FORBIDDEN_KEY) add(key, `The key ${FORBIDDEN_KEY} can't be used.`);
    if (known.has(name) && !allowsRepeatedKeys) add(key, `The key ${name} is repeated. Keys must be unique.`);
    known.add(name);
  }

  function checkMerge(value: unknown): void {
    const isSource = (node: unknown) => isMap(isAlias(node) ? targets.get(node) : node);
    if (isNode(value) && !mergeSources(value).every(isSource))
      add(value, `${MERGE_KEY} can merge only maps.`);
  }

  function count(node: unknown): number {
    if (isAlias(node)) return countAlias(node);
    if (!isScalar(node) && !isCollection(node)) return 0;
    if (node.anchor !== undefined) {
      anchored.set(node.anchor, node);
      counts.set(node, null);
    }
    let total = 1;
    if (isMap(node)) {
      const known = new Set<unknown>();
      for (const { key, value } of node.items) {
        checkKey(key, known);
        total += count(key) + count(value);
        if (mergesMaps && isMergeKey(key)) checkMerge(value);
      }
    } else if (isSeq(node)) for (const item of node.items) total += count(item);
    if (node.anchor !== undefined) counts.set(node, total);
    return total;
  }

  if (count(contents) > VALUES_MAX)
    problems.push({
      offset: 0,
      message: `The document has more than ${VALUES_MAX} values, counting each alias.`,
    });
  return problems;
}

/**
 * Returns a function that gives the value of a node. The parser's own function looks through the whole document for each alias.
 * All uses of an anchor share one value.
 */
function createConversion({
  targets,
  mergesMaps,
}: Pick<Search, 'targets' | 'mergesMaps'>): (node: unknown) => unknown {
  const values = new Map<Node, unknown>();

  function plainOf(node: unknown): unknown {
    if (isAlias(node)) return plainOf(targets.get(node));
    if (isScalar(node)) return node.value;
    if (!isCollection(node)) return null;
    const known = values.get(node);
    if (known !== undefined) return known;
    const value = isMap(node) ? plainOfMap(node.items) : node.items.map(plainOf);
    if (node.anchor !== undefined) values.set(node, value);
    return value;
  }

  function plainOfMap(
    pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  ): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    for (const { key, value } of pairs)
      if (!mergesMaps || !isMergeKey(key)) entries.set(nameOf(plainOf(key)), plainOf(value));
      else
        for (const source of mergeSources(value))
          for (const [name, merged] of Object.entries(plainOf(source) ?? {}))
            if (!entries.has(name)) entries.set(name, merged);
    return Object.fromEntries(entries);
  }

  return plainOf;
}

function mergeSources(value: unknown): readonly unknown[] {
  return isSeq(value) ? value.items : [value];
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === MERGE_KEY;
}

/** Returns the name of a key in an object. A key may be any value. */
function nameOf(key: unknown): string {
  if (key === null) return '';
  return typeof key === 'object' ? JSON.stringify(key) : String(key);
}
