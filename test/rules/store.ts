import { parseSync } from 'oxc-parser';
import type { Rule } from '../rule.ts';

/** Maximum methods that a database must implement. An interface that the store uses several times counts once. */
const METHODS_MAX = 110;
const STORE = 'server/src/store/store.ts';
const CONTRACT = /^server\/src\/store\/(?:store|.*contract)\.ts$/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
}

/** Returns the declared interfaces and type aliases of a file, by name. */
function declarationsIn(path: string, text: string): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const statement of nodesIn(parseSync(path, text).program.body)) {
    for (const node of nodesIn(statement.declaration ?? statement)) {
      const [id] = nodesIn(node.id);
      if (/^TS(?:Interface|TypeAlias)Declaration$/.test(node.type) && typeof id?.name === 'string')
        found.set(id.name, node);
    }
  }
  return found;
}

/** Lists the methods of a type: its own methods, methods of its parts, and methods of objects in its properties. */
function methodsOf(name: string, declarations: ReadonlyMap<string, Node>): readonly string[] {
  const visited = new Set<string>();

  function visit(node: Node, owner: string): readonly string[] {
    const all = (value: unknown) => nodesIn(value).flatMap((child) => visit(child, owner));
    switch (node.type) {
      case 'TSTypeAliasDeclaration':
      case 'TSTypeAnnotation':
        return all(node.typeAnnotation);
      case 'TSIntersectionType':
        return all(node.types);
      case 'TSInterfaceDeclaration':
        return [...all(node.extends), ...all(node.body)];
      case 'TSInterfaceBody':
        return all(node.body);
      case 'TSTypeLiteral':
        return all(node.members);
      case 'TSMethodSignature':
        return [`${owner}.${nameOf(node.key)}`];
      case 'TSPropertySignature':
        return nodesIn(node.typeAnnotation).some((type) => isFunction(type.typeAnnotation))
          ? [`${owner}.${nameOf(node.key)}`]
          : all(node.typeAnnotation);
      case 'TSInterfaceHeritage':
        return named(nameOf(node.expression));
      case 'TSTypeReference':
        return named(nameOf(node.typeName));
      default:
        return [];
    }
  }

  function named(type: string): readonly string[] {
    const declaration = declarations.get(type);
    if (declaration === undefined || visited.has(type)) return [];
    visited.add(type);
    return visit(declaration, type);
  }

  return named(name);
}

function nameOf(value: unknown): string {
  const [node] = nodesIn(value);
  return typeof node?.name === 'string' ? node.name : '';
}

function isFunction(value: unknown): boolean {
  return nodesIn(value).some(({ type }) => type === 'TSFunctionType');
}

function contractOf(methods: number): string {
  return `export interface A { ${Array.from({ length: methods }, (_, index) => `m${index}(): void;`).join(' ')} }`;
}

const TWO_PARTS = "import type { A } from './a/contract.ts'; export type Store = A & B;";

export const storeRules: readonly Rule[] = [
  {
    says: `the store has at most ${METHODS_MAX} methods`,
    check(files) {
      const contracts = files.filter(({ path }) => CONTRACT.test(path));
      const declarations = new Map(contracts.flatMap(({ path, text }) => [...declarationsIn(path, text)]));
      const methods = methodsOf('Store', declarations);
      if (contracts.some(({ path }) => path === STORE) && methods.length === 0)
        return [`${STORE}: no method of Store was found. Adapt the rule to its new form.`];
      return methods.length <= METHODS_MAX
        ? []
        : [`${STORE}: ${methods.length} methods, of ${METHODS_MAX}. Merge some of: ${methods.join(', ')}`];
    },
    refuses: [
      { [STORE]: 'export type Store = A;', 'server/src/store/a/contract.ts': contractOf(METHODS_MAX + 1) },
      {
        [STORE]: TWO_PARTS,
        'server/src/store/a/contract.ts': contractOf(METHODS_MAX - 1),
        'server/src/store/b/queue-contract.ts':
          'export interface B { readonly c: C & { find(): void } } interface C { list: () => void }',
      },
      { [STORE]: 'export type Store = Missing;' },
    ],
    accepts: [
      {
        [STORE]: TWO_PARTS,
        'server/src/store/a/contract.ts': contractOf(METHODS_MAX - 2),
        'server/src/store/b/contract.ts':
          'export interface B { a: C; b: C; isShared: boolean } interface C { list(): void; find(): void } interface D { x(): void }',
      },
    ],
  },
];
