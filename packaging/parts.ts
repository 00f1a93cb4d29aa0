import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A third-party package or program that one of our packages contains. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, such as `MIT`; null if the package states none. */
  readonly license: string | null;
  /** Text of the licence; null if the package has none. */
  readonly licenseText: string | null;
}

/** Reads the list of licences that Vite writes beside a bundle. */
export function readBundledPackages(file: string): readonly BundledPackage[] {
  const entries: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(entries)) throw new Error(`${file} has no list of licences.`);
  return entries.map((entry: Readonly<Record<string, unknown>>) => ({
    name: String(entry.name),
    version: String(entry.version),
    license: typeof entry.identifier === 'string' ? entry.identifier : null,
    licenseText: typeof entry.text === 'string' ? entry.text : null,
  }));
}

/** Reads the licence of a package that Vite's list omits because it contains only files such as styles and fonts. */
export function readBundledPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license, licenseText: readFileSync(join(folder, 'LICENSE'), 'utf8') };
}

/** Joins lists. The result contains each version of a package once, sorted by name. */
export function joinBundledPackages(
  ...lists: readonly (readonly BundledPackage[])[]
): readonly BundledPackage[] {
  const byName = new Map(lists.flat().map((part) => [`${part.name}@${part.version}`, part]));
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

/** Writes the licences of all parts as one text. */
export function licensesText(parts: readonly BundledPackage[]): string {
  const intro = 'This package contains the following software, under these licences.\n';
  const chapters = parts.map(
    ({ name, version, license, licenseText }) =>
      `${'-'.repeat(78)}\n${name} ${version} (${license ?? 'see below'})\n\n${(licenseText ?? 'The package has no licence text.').trim()}\n`,
  );
  return [intro, ...chapters].join('\n');
}
