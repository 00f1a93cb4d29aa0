import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { run } from './command.ts';
import { type Architecture, fetchNode } from './node-binary.ts';

/**
 * Writes a single executable that runs a bundle in CommonJS:
 * https://nodejs.org/api/single-executable-applications.html. The code cache shortens the start, but can only be built
 * for the architecture of this machine.
 */
export function writeExecutable(
  { bundle, output }: { readonly bundle: string; readonly output: string },
  architecture: Architecture,
): void {
  mkdirSync(dirname(output), { recursive: true });
  const config = `${output}.json`;
  writeFileSync(
    config,
    JSON.stringify({
      main: bundle,
      mainFormat: 'commonjs',
      executable: fetchNode(architecture).executable,
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: architecture === process.arch,
      // The executable itself ignores NODE_OPTIONS, which is meant for the jobs that it starts.
      execArgvExtension: 'none',
    }),
  );
  const ownNode =
    process.arch === 'arm64' || process.arch === 'x64'
      ? fetchNode(process.arch).executable
      : process.execPath;
  run(ownNode, ['--build-sea', config], dirname(output));
  chmodSync(output, 0o755);
}
