import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { run } from './command.ts';
import { type Architecture, fetchNode } from './node-binary.ts';
import type { StagedPackage } from './npm-packages.ts';
import { CACHE, ROOT } from './paths.ts';
import { replaceOnce } from './replace-once.ts';

const SOURCES = join(import.meta.dirname, 'debian');
/** Libraries of Node's official binaries. */
const LIBRARIES = 'libc6 (>= 2.28), libstdc++6, libgcc-s1, libatomic1';
const DEBIAN_NAME = { x64: 'amd64', arm64: 'arm64' } as const;

interface Destination {
  readonly output: string;
  readonly epoch: number;
}

/** Builds the package of the service: its own Node, a systemd unit, a user and a file of settings. */
export function buildServerPackage(
  server: StagedPackage,
  architecture: Architecture,
  destination: Destination,
): string {
  const lib = 'usr/lib/overdue-server';
  return buildDebianPackage(
    {
      name: server.name,
      version: manifest.version,
      architecture: DEBIAN_NAME[architecture],
      section: 'admin',
      depends: `${LIBRARIES}, adduser`,
      summary: 'monitor of scheduled jobs: the service',
      description:
        'Overdue alerts you when a cron job, a backup or a batch run is missed, late,\nfailed or stuck. This package has the service and its web application.',
      control: join(SOURCES, 'server/control'),
      files: [
        program(fetchNode(architecture).executable, `${lib}/node`),
        file(join(server.folder, 'package.json'), `${lib}/package.json`),
        file(join(server.folder, 'server'), `${lib}/server`),
        file(join(server.folder, 'web'), `${lib}/web`),
        program(join(SOURCES, 'server/overdue-server'), 'usr/bin/overdue-server'),
        file(join(SOURCES, 'server/overdue-server.service'), 'usr/lib/systemd/system/overdue-server.service'),
        { source: writeSettings(), target: 'etc/overdue/server.env', mode: 0o640 },
        ...documents(server, architecture),
      ],
    },
    destination,
  );
}

/** Builds the package of the command line from its single executable. */
export function buildCLIPackage(
  cli: StagedPackage & { readonly executable: string },
  architecture: Architecture,
  destination: Destination,
): string {
  return buildDebianPackage(
    {
      name: cli.name,
      version: manifest.version,
      architecture: DEBIAN_NAME[architecture],
      section: 'admin',
      depends: LIBRARIES,
      summary: 'monitor of scheduled jobs: the command line of hosts',
      description:
        'The command "overdue" runs jobs and reports their start, end, duration, exit\nstatus and log to Overdue. Reports wait on disk while the service is away.',
      control: join(SOURCES, 'cli/control'),
      files: [
        program(cli.executable, 'usr/bin/overdue'),
        file(compressedManPages(cli), 'usr/share/man/man1'),
        ...COMPLETIONS.map(([shell, target]) => file(writeCompletion(cli, shell), target)),
        ...documents(cli, architecture),
      ],
    },
    destination,
  );
}

/** Where each shell looks for the completions of packages. */
const COMPLETIONS = [
  ['bash', 'usr/share/bash-completion/completions/overdue'],
  ['zsh', 'usr/share/zsh/vendor-completions/_overdue'],
  ['fish', 'usr/share/fish/vendor_completions.d/overdue.fish'],
] as const;

function writeCompletion(cli: StagedPackage, shell: string): string {
  const path = join(CACHE, `completion.${shell}`);
  writeFileSync(path, run(process.execPath, [cli.bundle, 'completion', shell], CACHE));
  return path;
}

function compressedManPages(cli: StagedPackage): string {
  const folder = join(CACHE, 'man1');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(cli.folder, 'man'), folder, { recursive: true });
  run('gzip', ['--best', '--no-name', '--recursive', folder], CACHE);
  return folder;
}

function documents(staged: StagedPackage, architecture: Architecture): readonly DebianFile[] {
  const folder = `usr/share/doc/${staged.name}`;
  return [
    file(join(staged.folder, 'README.md'), `${folder}/README.md`),
    file(join(staged.folder, 'LICENSE'), `${folder}/copyright`),
    file(join(staged.folder, 'THIRD-PARTY-LICENSES.txt'), `${folder}/THIRD-PARTY-LICENSES.txt`),
    file(fetchNode(architecture).license, `${folder}/NODE-LICENSE.txt`),
  ];
}

/** Writes the settings of example.env with the paths of the installed service. */
function writeSettings(): string {
  const example = readFileSync(join(ROOT, 'example.env'), 'utf8');
  const withDatabase = replaceOnce(
    example,
    '#DATABASE_URL=sqlite:./data/overdue.db',
    'DATABASE_URL=sqlite:/var/lib/overdue/overdue.db',
  );
  const path = join(CACHE, 'server.env');
  writeFileSync(
    path,
    replaceOnce(withDatabase, '#SPOOL_FILE=./data/spool.db', 'SPOOL_FILE=/var/lib/overdue/spool.db'),
  );
  return path;
}

function file(source: string, target: string): DebianFile {
  return { source, target, mode: 0o644 };
}

function program(source: string, target: string): DebianFile {
  return { source, target, mode: 0o755 };
}

interface DebianPackage {
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

interface DebianFile {
  /** Path of a file or folder on this machine. */
  readonly source: string;
  /** Path on the system that installs the package, such as `usr/bin/overdue`. */
  readonly target: string;
  readonly mode: number;
}

/** Builds a package with dpkg-deb and returns its path. Requires Debian or a system with dpkg. */
function buildDebianPackage(
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
