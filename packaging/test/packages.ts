import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { OUTPUT } from '../paths.ts';

const { version } = manifest;

export const SERVER_TARBALL = join(OUTPUT, `npm/overdue-server-${version}.tgz`);
export const CLI_TARBALL = join(OUTPUT, `npm/overdue-${version}.tgz`);
export const CHART = join(OUTPUT, `helm/overdue-${version}.tgz`);

export function debianPackage(name: 'overdue' | 'overdue-server', architecture: 'amd64' | 'arm64'): string {
  return join(OUTPUT, `debian/${name}_${version}_${architecture}.deb`);
}

export function executableTarball(architecture: 'x64' | 'arm64'): string {
  return join(OUTPUT, `executables/overdue-${version}-linux-${architecture}.tar.gz`);
}
