import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { sourceDateEpoch, writeTarball } from './archive.ts';
import { run } from './command.ts';
import { buildCLIPackage, buildServerPackage } from './debian-packages.ts';
import { writeExecutable } from './executable.ts';
import { packageChart } from './helm-chart.ts';
import { ARCHITECTURES, fetchNode, NODE_VERSION } from './node-binary.ts';
import { packInto, type StagedPackage, stageCLI, stageServer } from './npm-packages.ts';
import { type BundledPackage, joinBundledPackages } from './parts.ts';
import { CACHE, OUTPUT, ROOT } from './paths.ts';
import { sbomOf } from './sbom.ts';

/** Builds all packages into `dist/`. `docs/install.md` describes them. */
const { version } = manifest;
const epoch = sourceDateEpoch(ROOT);
const debian = { output: join(OUTPUT, 'debian'), epoch };

rmSync(OUTPUT, { recursive: true, force: true });
say('the application');
run(process.execPath, ['web/scripts/build.ts'], ROOT);
say('npm packages');
const server = await stageServer();
const cli = await stageCLI();
for (const folder of [server.folder, cli.folder, join(ROOT, 'sdk')])
  packInto({ folder }, join(OUTPUT, 'npm'));
for (const architecture of ARCHITECTURES) {
  say(`executable and Debian packages for ${architecture}`);
  const folder = join(CACHE, `executable-${architecture}`);
  const executable = join(folder, 'overdue');
  writeExecutable({ bundle: cli.bundle, output: executable }, architecture);
  cpSync(join(cli.folder, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(cli.folder, 'THIRD-PARTY-LICENSES.txt'), join(folder, 'THIRD-PARTY-LICENSES.txt'));
  cpSync(fetchNode(architecture).license, join(folder, 'NODE-LICENSE.txt'));
  mkdirSync(join(OUTPUT, 'executables'), { recursive: true });
  writeTarball(join(OUTPUT, `executables/overdue-${version}-linux-${architecture}.tar.gz`), {
    folder,
    names: ['overdue', 'LICENSE', 'THIRD-PARTY-LICENSES.txt', 'NODE-LICENSE.txt'],
    epoch,
  });
  buildServerPackage(server, architecture, debian);
  buildCLIPackage({ ...cli, executable }, architecture, debian);
}
say('Dockerfile and Helm chart');
cpSync(join(import.meta.dirname, 'docker/Dockerfile'), join(OUTPUT, 'npm/Dockerfile'));
packageChart({ output: join(OUTPUT, 'helm'), epoch });
say('bills of materials and checksums');
writeSBOMs([server, cli]);
writeChecksums();
say(`done: ${OUTPUT}`);

function writeSBOMs(packages: readonly StagedPackage[]): void {
  const node: BundledPackage = { name: 'node', version: NODE_VERSION, license: 'MIT', licenseText: null };
  const builtAt = new Date(epoch * 1000);
  mkdirSync(join(OUTPUT, 'sbom'));
  for (const { name, parts } of packages)
    writeFileSync(
      join(OUTPUT, `sbom/${name}-${version}.cdx.json`),
      sbomOf({ name, version, builtAt }, joinBundledPackages(parts, [node])),
    );
}

/** Writes a file that `sha256sum --check` reads. */
function writeChecksums(): void {
  const files = readdirSync(OUTPUT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    return `${hash}  ${file.slice(OUTPUT.length + 1)}\n`;
  });
  writeFileSync(join(OUTPUT, 'SHA256SUMS'), lines.join(''));
}

function say(step: string): void {
  process.stdout.write(`Packages: ${step}\n`);
}
