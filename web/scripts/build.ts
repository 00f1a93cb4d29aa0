import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { compressFolder } from './compress.ts';

/**
 * Builds the application into `web/dist` if its sources have changed. With `--start`, which `npm start` passes, a
 * failed build is only reported: the service starts anyway, because jobs ping it.
 */
const WEB = join(import.meta.dirname, '..');
const ROOT = join(WEB, '..');
const DIST = join(WEB, 'dist');
const STAMP = '.built';
/** Inputs of the build. */
const SOURCES = [WEB, join(ROOT, 'domain/src'), join(ROOT, 'sdk/src'), join(ROOT, 'package-lock.json')];
const LEFT_OUT = /^(?:node_modules|dist|\..*|.*\.test\.tsx?|README\.md)$/;

const isStart = process.argv.includes('--start');
process.exitCode = await build();

async function build(): Promise<number> {
  // An installed package contains the built application but no sources to build.
  if (!existsSync(join(WEB, 'index.html'))) {
    if (existsSync(join(DIST, 'index.html'))) return 0;
    return fail('has no sources here');
  }
  const hash = hashSources();
  if (readStamp() === hash) {
    if (!isStart) say('is built already: its sources have not changed.');
    return 0;
  }
  const vite = findVite();
  if (vite === null) return fail('needs Vite to be built, which is not installed. Run "npm ci"');
  say('is being built …');
  const startedAt = performance.now();
  // Builds in a temporary folder, then moves the complete result into place.
  const fresh = join(ROOT, 'node_modules', `.web-${process.pid}`);
  try {
    const { status } = spawnSync(
      process.execPath,
      [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', fresh],
      // Always builds for production. Tests set NODE_ENV=test, which would select the development build of React.
      { cwd: WEB, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
    );
    if (status !== 0) return fail('could not be built: the reason is above');
    await compressFolder(fresh);
    writeFileSync(join(fresh, STAMP), hash);
    replace(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  say(`is built, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  return 0;
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesUnder)) {
    const content = readFileSync(file);
    hash.update(`${relative(ROOT, file)}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(path: string): readonly string[] {
  if (/\.json$/.test(path)) return existsSync(path) ? [path] : [];
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !LEFT_OUT.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? filesUnder(inner) : [inner];
    });
}

function readStamp(): string | null {
  const file = join(DIST, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function findVite(): string | null {
  try {
    return join(
      dirname(createRequire(join(WEB, 'package.json')).resolve('vite/package.json')),
      'bin/vite.js',
    );
  } catch {
    return null;
  }
}

function replace(fresh: string): void {
  const old = `${fresh}.old`;
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(fresh, DIST);
  rmSync(old, { recursive: true, force: true });
}

function fail(why: string): number {
  say(`${why}.${isStart ? ' The service starts without a new one.' : ''}`, process.stderr);
  return isStart ? 0 : 1;
}

function say(what: string, output: NodeJS.WriteStream = process.stdout): void {
  output.write(`The application ${what}\n`);
}
