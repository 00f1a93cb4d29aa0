import type { RepoFile } from './repo-files.ts';
import { isSource, isTest, lineOf, readSource } from './source.ts';

/** A small repository: what is in which file. */
export type Files = Readonly<Record<string, string>>;

/** Something that holds everywhere in the repository. */
export interface Rule {
  /** A sentence; it is the name of the rule's test. */
  readonly says: string;
  /** Problems, one line each: the place, the problem and the remedy. */
  readonly check: (files: readonly RepoFile[]) => readonly string[];
  /** Repositories that the rule must refuse: a rule that cannot fail protects nothing. */
  readonly refuses: readonly Files[];
  readonly accepts: readonly Files[];
}

/** A pattern that may not occur in some files, and what to do instead. */
export interface Ban {
  readonly where: (path: string) => boolean;
  readonly pattern: RegExp;
  readonly advice: string;
}

export function filesOf(files: Files): readonly RepoFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** The source files of the server and the SDK, without tests. */
export function isProductSource(path: string): boolean {
  return /^(?:server|sdk)\/src\//.test(path) && isSource(path) && !isTest(path);
}

/** Every match of a pattern in the code of the chosen files, comments and literals aside. */
export function findInCode(files: readonly RepoFile[], { where, pattern, advice }: Ban): readonly string[] {
  return files
    .filter(({ path }) => isSource(path) && where(path))
    .flatMap((file) =>
      [...readSource(file).code.matchAll(pattern)].map(
        (match) => `${at(file, match.index)}: ${match[0].trim()}. ${advice}`,
      ),
    );
}

/** Every match of a pattern in the text of the chosen files. */
export function findInText(files: readonly RepoFile[], { where, pattern, advice }: Ban): readonly string[] {
  return files
    .filter(({ path }) => where(path))
    .flatMap((file) =>
      [...file.text.matchAll(pattern)].map(
        (match) => `${at(file, match.index)}: ${match[0].trim()}. ${advice}`,
      ),
    );
}

/** The string literals of the chosen files that match; the pattern must not be global. */
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

/** Every import of the chosen files whose target matches; the pattern must not be global. */
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
