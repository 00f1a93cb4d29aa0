import type { RepoFile } from './repo-files.ts';
import { isSource, isTest, lineOf, readSource } from './source.ts';

/** Files of a small repository: text by path. */
export type Files = Readonly<Record<string, string>>;

/** A rule that applies to the whole repository. */
export interface Rule {
  /** A sentence that states the rule. The rule's test has this name. */
  readonly says: string;
  /** Returns problems, one line each: the place, the problem and the remedy. */
  readonly check: (files: readonly RepoFile[]) => readonly string[];
  /** Repositories that the rule must refuse. A rule that can't fail protects nothing. */
  readonly refuses: readonly Files[];
  readonly accepts: readonly Files[];
}

/** A pattern that must not occur in some files, with advice on the replacement. */
export interface Ban {
  readonly where: (path: string) => boolean;
  readonly pattern: RegExp;
  readonly advice: string;
}

export function filesOf(files: Files): readonly RepoFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** Whether a path is a source file of the domain, the server or the SDK, and not a test. */
export function isProductSource(path: string): boolean {
  return /^(?:domain|server|sdk)\/src\//.test(path) && isSource(path) && !isTest(path);
}

/** Finds every match of a pattern in the code of the selected files. Ignores comments and literals. */
export function findInCode(files: readonly RepoFile[], { where, pattern, advice }: Ban): readonly string[] {
  return files
    .filter(({ path }) => isSource(path) && where(path))
    .flatMap((file) =>
      [...readSource(file).code.matchAll(pattern)].map(
        (match) => `${at(file, match.index)}: ${match[0].trim()}. ${advice}`,
      ),
    );
}

/** Finds every match of a pattern in the text of the selected files. */
export function findInText(files: readonly RepoFile[], { where, pattern, advice }: Ban): readonly string[] {
  return files
    .filter(({ path }) => where(path))
    .flatMap((file) =>
      [...file.text.matchAll(pattern)].map(
        (match) => `${at(file, match.index)}: ${match[0].trim()}. ${advice}`,
      ),
    );
}

/** Finds the matching string literals in the selected files. The pattern must not be global. */
export function findInLiterals(
  files: readonly RepoFile[],
  { where, pattern, advice }: Ban,
): readonly string[] {
  return files
    .filter(({ path }) => isSource(path) && where(path))
    .flatMap((file) =>
      readSource(file).literals.flatMap(({ text, offset }) => {
        const match = pattern.exec(text);
        return match === null ? [] : [`${at(file, offset)}: ${match[0].trim()}. ${advice}`];
      }),
    );
}

/** Finds the imports in the selected files whose target matches. The pattern must not be global. */
export function findImports(files: readonly RepoFile[], { where, pattern, advice }: Ban): readonly string[] {
  return files
    .filter(({ path }) => isSource(path) && where(path))
    .flatMap((file) =>
      readSource(file)
        .imports.filter((imported) => pattern.test(imported.target))
        .map((imported) => `${at(file, imported.offset)}: imports ${imported.target}. ${advice}`),
    );
}

export function at(file: RepoFile, offset: number): string {
  return `${file.path}:${lineOf(file.text, offset)}`;
}
