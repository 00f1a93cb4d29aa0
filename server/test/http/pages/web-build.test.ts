import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBuiltWeb } from '../../../src/pages/built-web.ts';

const SCRIPTS = join(import.meta.dirname, '../../../../web/scripts');

/** Fake bundler that copies the page from its source. Fails if the source contains `broken`. */
const BUNDLER = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  const folder = process.argv[process.argv.indexOf('--outDir') + 1];
  const page = readFileSync('index.html', 'utf8');
  if (page.includes('broken')) { console.error('a mistake in the sources'); process.exit(1); }
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/index.html', page + ' '.repeat(1000));
`;

/** Creates a repository with the real build script and a fake bundler. */
function makeRepository() {
  const root = mkdtempSync(join(tmpdir(), 'overdue-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  cpSync(SCRIPTS, join(root, 'web/scripts'), { recursive: true });
  write('web/package.json', '{"type":"module"}');
  write('web/index.html', 'one');
  write('sdk/src/index.ts', '');
  write('package-lock.json', '{}');
  write('node_modules/vite/package.json', '{"name":"vite"}');
  write('node_modules/vite/bin/vite.js', BUNDLER);
  return {
    write,
    remove: (path: string) => rmSync(join(root, path), { recursive: true }),
    page: () => readFileSync(join(root, 'web/dist/index.html'), 'utf8').trim(),
    dist: join(root, 'web/dist'),
    run(...options: readonly string[]) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(root, 'web/scripts/build.ts'), ...options],
        { encoding: 'utf8' },
      );
      return { status, out: stdout + stderr };
    },
  };
}

test('the application is built only when it is missing or its sources have changed', () => {
  const { run, write, page, dist } = makeRepository();
  expect(run('--start')).toMatchObject({
    status: 0,
    out: expect.stringMatching(
      /^The application is being built …\nThe application is built, in [\d.]+ s\.\n$/,
    ),
  });
  expect(page()).toBe('one');
  expect(readBuiltWeb(dist)?.get('/index.html')?.brotli?.byteLength).toBeLessThan(100);
  expect(run('--start')).toEqual({ status: 0, out: '' });
  expect(run()).toEqual({
    status: 0,
    out: 'The application is built already: its sources have not changed.\n',
  });
  for (const [path, text] of [
    ['web/index.html', 'two'],
    ['web/src/new.ts', ''],
    ['sdk/src/index.ts', 'export {};'],
    ['package-lock.json', '{"lockfileVersion":3}'],
  ] as const) {
    write(path, text);
    expect([path, run('--start').out]).toEqual([path, expect.stringContaining('is built, in')]);
  }
  expect(page()).toBe('two');
  for (const path of ['web/src/new.test.ts', 'web/node_modules/x/index.js', 'web/README.md']) {
    write(path, 'something');
    expect([path, run('--start').out]).toEqual([path, '']);
  }
});

test('a failed build is reported, keeps the previous build, and does not prevent the start', () => {
  const { run, write, page } = makeRepository();
  run();
  write('web/index.html', 'broken');
  const start = run('--start');
  expect(start.status).toBe(0);
  expect(start.out).toContain('a mistake in the sources');
  expect(start.out).toContain(
    'could not be built: the reason is above. The service starts without a new one.',
  );
  expect(run().status).toBe(1);
  expect(page()).toBe('one');
});

test('the service starts without the packages for the build, and says what to do', () => {
  const { run, remove } = makeRepository();
  remove('node_modules/vite');
  expect(run('--start')).toEqual({
    status: 0,
    out: expect.stringContaining('needs Vite to be built, which is not installed. Run "npm ci".'),
  });
  expect(run().status).toBe(1);
});

test('an installation of only the result needs no build', () => {
  const { run, remove, page } = makeRepository();
  run();
  remove('web/index.html');
  remove('node_modules/vite');
  expect(run('--start')).toEqual({ status: 0, out: '' });
  expect(page()).toBe('one');
});
