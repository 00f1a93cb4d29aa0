import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.ts';
import { CACHE } from './paths.ts';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: 'amd64' | 'arm64';
  readonly section: string;
  readonly depends: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly description: string;
  /** Folder with control files, such as `postinst` and `conffiles`. */
  readonly control: string;
  readonly files: readonly DebianFile[];
}

export interface DebianFile {
  /** Path of a file or folder on this machine. */
  readonly source: string;
  /** Path on the system that installs the package, such as `usr/bin/overdue`. */
  readonly target: string;
  readonly mode: number;
}

/** Builds a package with dpkg-deb and returns its path. Requires Debian or a system with dpkg. */
export function buildDebianPackage(
  spec: DebianPackage,
  { output, epoch }: { readonly output: string; readonly epoch: number },
): string {
  const file = join(output, `${spec.name}_${spec.version}_${spec.architecture}.deb`);
  const tree = join(CACHE, `${spec.name}-${spec.architecture}.deb`);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  cpSync(spec.control, join(tree, 'DEBIAN'), { recursive: true });
  for (const { source, target, mode } of spec.files) {
    const place = join(tree, target);
    cpSync(source, place, { recursive: true });
    if (statSync(place).isFile()) chmodSync(place, mode);
  }
  makeReadable(tree);
  writeFileSync(join(tree, 'DEBIAN/control'), controlOf(spec, sizeOf(tree)));
  mkdirSync(output, { recursive: true });
  run(
    'env',
    [`SOURCE_DATE_EPOCH=${epoch}`, 'dpkg-deb', '--root-owner-group', '-Zgzip', '--build', tree, file],
    output,
  );
  rmSync(tree, { recursive: true });
  return file;
}

function controlOf(spec: DebianPackage, bytes: number): string {
  return `Package: ${spec.name}
Version: ${spec.version}
Architecture: ${spec.architecture}
Section: ${spec.section}
Priority: optional
Maintainer: Overdue <overdue@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${spec.depends}
Description: ${spec.summary}
${spec.description.replace(/^/gm, ' ')}
`;
}

/** Gives folders the usual mode, because the umask of this machine may differ. */
function makeReadable(tree: string): void {
  chmodSync(tree, 0o755);
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
}

function sizeOf(tree: string): number {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
