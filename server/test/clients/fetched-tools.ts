import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { findProgram } from './prerequisites.ts';
import { runProgram } from './shell.ts';

/** The version of oncalendar that Healthchecks uses. */
const ONCALENDAR = 'oncalendar==1.1';
const RESTICPROFILE = 'github.com/creativeprojects/resticprofile@v0.32.0';

export interface Tool {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Installs oncalendar from PyPI on first use. If that is impossible, returns the reason as text. */
export async function fetchOnCalendar(): Promise<Tool | string> {
  const python = findProgram('python3');
  if (python === null) return 'python3 is missing';
  const folder = await fetchOnce('oncalendar-1.1', (into) =>
    runProgram(
      python,
      ['-m', 'pip', 'install', '--quiet', '--target', into, ONCALENDAR],
      inheritedEnvironment(),
    ),
  );
  if (typeof folder !== 'string') return `pip can't install ${ONCALENDAR}: ${folder.problem}`;
  return {
    program: python,
    args: [],
    env: { ...inheritedEnvironment(), PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
  };
}

/** Finds resticprofile, or builds it from source on first use. */
export async function fetchResticprofile(): Promise<Tool | string> {
  if (findProgram('restic') === null) return 'restic is missing';
  const installed = findProgram('resticprofile');
  if (installed !== null) return { program: installed, args: [], env: {} };
  const go = findProgram('go');
  if (go === null) return 'resticprofile is missing, and so is go, which could build it';
  const folder = await fetchOnce('resticprofile-0.32.0', (into) =>
    runProgram(go, ['install', RESTICPROFILE], { ...inheritedEnvironment(), GOBIN: into }),
  );
  if (typeof folder !== 'string') return `go can't install ${RESTICPROFILE}: ${folder.problem}`;
  return { program: join(folder, 'resticprofile'), args: [], env: {} };
}

const CRONIE = '1.7.2';
const CRONIE_SHA256 = 'f1da374a15ba7605cf378347f96bc8b678d3d7c0765269c8242cfe5b0789c571';
/** Fetches the source from the mirror that apt uses. */
const BUILD_CRONIE = `
set -e
cd "$0"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -E '/(debian|ubuntu)/$' | head -n 1)
case $mirror in */ubuntu/) part=universe ;; *) part=main ;; esac
curl --silent --show-error --fail --location --max-time 60 --output source.tar.gz "$mirror"pool/$part/c/cronie/cronie_${CRONIE}.orig.tar.gz
echo "${CRONIE_SHA256}  source.tar.gz" | sha256sum --check --quiet
tar --extract --file source.tar.gz --strip-components 1
./configure --quiet --prefix=/usr --sysconfdir=/etc --localstatedir=/var
make --silent
`;

/** Finds cronie's crond, or builds it from source on first use. No Debian before version 13 has a package of it. */
export async function fetchCronie(): Promise<Tool | string> {
  const installed = findProgram('crond');
  if (installed !== null && readFileSync(installed).includes('RANDOM_DELAY'))
    return { program: installed, args: [], env: {} };
  const folder = await fetchOnce(`cronie-${CRONIE}`, (into) =>
    runProgram('sh', ['-c', BUILD_CRONIE, into], inheritedEnvironment()),
  );
  if (typeof folder !== 'string') return `cronie can't be built: ${folder.problem}`;
  return { program: join(folder, 'src/crond'), args: [], env: {} };
}

export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/**
 * Fetches into a temporary folder and renames it when complete, because several processes may fetch at the same time.
 */
export async function fetchOnce(
  name: string,
  fetchInto: (folder: string) => Promise<{ readonly exitCode: number; readonly out: string }>,
): Promise<string | { readonly problem: string }> {
  const folder = join(tmpdir(), 'overdue-test-clients', name);
  if (existsSync(folder)) return folder;
  mkdirSync(join(folder, '..'), { recursive: true });
  const fetched = mkdtempSync(`${folder}-`);
  const { exitCode, out } = await fetchInto(fetched);
  if (exitCode === 0 && !existsSync(folder)) renameSync(fetched, folder);
  else rmSync(fetched, { recursive: true, force: true });
  return exitCode === 0 ? folder : { problem: out.trim().slice(-300) };
}

/**
 * Runs a test that needs a tool. If the tool is missing, the test is skipped with a message. In CI, the test fails, unless the tool
 * is optional, because not every host can build it. Another test then compares with the recorded answers of the tool.
 */
export function testWithTool(
  name: string,
  fetchTool: () => Promise<Tool | string>,
  run: (tool: Tool) => Promise<void>,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): void {
  test(name, { timeout: 300_000 }, async ({ skip }) => {
    const tool = await fetchTool();
    if (typeof tool !== 'string') return run(tool);
    if (process.env.CI === 'true' && !isOptional) throw new Error(`CI=true: all tests must run. ${tool}`);
    process.stdout.write(`SKIPPED: ${name}. ${tool}\n`);
    skip(tool);
  });
}
