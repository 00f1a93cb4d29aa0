import type { ConfiguredKind } from '@overdue/domain/configuration/resource.ts';
import {
  type ConfigurationProblem,
  pathOf,
  SECTIONS,
  type SectionName,
  type WantedResource,
} from '@overdue/domain/configuration/resource.ts';
import { AppError } from '@overdue/domain/error.ts';
import { invalidInputError } from '../api/problems.ts';
import type { Slices } from '../platform/runtime/yield-to-pings.ts';
import type { FileItem, TeamKind } from './configured-kind.ts';

export const KEY = /^[a-z0-9][a-z0-9_-]{0,63}$/;
export const ITEMS_MAX = 20_000;
const PROBLEMS_MAX = 50;

const BAD_KEY = 'A key is 1 to 64 characters of a-z, 0-9, _ and -, and begins with a letter or digit.';

export type Sections = {
  readonly [Section in SectionName]?: Readonly<Record<string, unknown>> | undefined;
};

/** Collects problems and throws them as one error, up to the number of problems that a response lists. */
export interface ProblemCollector {
  /** Runs `work` and collects its `invalid` errors. Prefixes their paths with the path of the item. */
  within<T>(item: Pick<WantedResource, 'kind' | 'key'>, work: () => T): T | null;
  add(problems: readonly ConfigurationProblem[]): void;
  throwAll(): void;
}

export function createProblemCollector(): ProblemCollector {
  const problemsFound: ConfigurationProblem[] = [];
  return {
    within(item, work) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'invalid' || error.fields.length === 0)
          throw error;
        problemsFound.push(
          ...error.fields.map(({ path, message }) => ({ path: pathOf(item, path), message })),
        );
        return null;
      }
    },
    add: (problems) => void problemsFound.push(...problems),
    throwAll() {
      if (problemsFound.length > 0) throw invalidInputError(problemsFound.slice(0, PROBLEMS_MAX));
    },
  };
}

/** Reads all items of a file. Items with problems are left out. */
export async function readItems(
  sections: Sections,
  {
    kinds,
    slices,
    problems,
  }: {
    readonly kinds: ReadonlyMap<ConfiguredKind, TeamKind>;
    readonly slices: Slices;
    readonly problems: ProblemCollector;
  },
): Promise<readonly FileItem[]> {
  const items: FileItem[] = [];
  for (const [kind, open] of kinds) {
    for (const [key, input] of Object.entries(sections[SECTIONS[kind].name] ?? {})) {
      if (slices.isOver()) await slices.next();
      if (!KEY.test(key)) {
        problems.add([{ path: pathOf({ kind, key }), message: BAD_KEY }]);
        continue;
      }
      const content = problems.within({ kind, key }, () => open.read(input));
      if (content !== null) items.push({ kind, key, name: content.name, adopts: content.adopts, content });
    }
  }
  if (items.length > ITEMS_MAX)
    problems.add([{ path: '', message: `A file has at most ${ITEMS_MAX} items. Split the file.` }]);
  return items;
}
