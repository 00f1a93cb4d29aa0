import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { run } from './command.ts';
import { CACHE } from './paths.ts';

export const ARCHITECTURES = ['x64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** Version of Node in the packages, which is the pinned version of the project. */
export const NODE_VERSION = manifest.devDependencies.node;

/** Hashes of the npm packages with the binaries of this version. */
const INTEGRITY: Readonly<Record<Architecture, string>> = {
  x64: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  arm64: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
};

export interface NodeBinary {
  readonly executable: string;
  /** Licences of Node and of everything inside it. */
  readonly license: string;
}

/** Downloads the Node of an architecture unless the cache has it. Throws if the download has another hash. */
export function fetchNode(architecture: Architecture): NodeBinary {
  const name = `node-linux-${architecture}-${NODE_VERSION}`;
  const folder = join(CACHE, name);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    run(
      'npm',
      ['pack', '--silent', `node-linux-${architecture}@${NODE_VERSION}`, '--pack-destination', CACHE],
      CACHE,
    );
    const archive = `${folder}.tgz`;
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (integrity !== INTEGRITY[architecture])
      throw new Error(`${archive} has the hash ${integrity}, not ${INTEGRITY[architecture]}.`);
    const fresh = `${folder}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    run(
      'tar',
      ['--extract', '--file', archive, '--strip-components=1', 'package/bin/node', 'package/LICENSE'],
      fresh,
    );
    renameSync(fresh, folder);
    rmSync(archive);
  }
  return { executable: join(folder, 'bin/node'), license: join(folder, 'LICENSE') };
}
