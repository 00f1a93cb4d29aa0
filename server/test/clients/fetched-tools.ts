import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { findProgram } from './prerequisites.ts';
import { runProgram } from './shell.ts';

/** Newer than the version in distributions, because hooks for Uptime Kuma require 1.8.13 or later. */
const BORGMATIC = 'borgmatic==2.1.10';
/** The version of oncalendar that Healthchecks uses. */
const ONCALENDAR = 'oncalendar==1.1';
const RESTICPROFILE = 'github.com/creativeprojects/resticprofile@v0.32.0';

export interface Tool {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Installs borgmatic from PyPI on first use. If that is impossible, returns the reason as text. */
export async function fetchBorgmatic(): Promise<Tool | string> {
  const python = findProgram('python3');
  if (python === null) return 'python3 is missing';
  const folder = await fetchOnce('borgmatic-2.1.10', (into) =>
    runProgram(
      python,
      ['-m', 'pip', 'install', '--quiet', '--target', into, BORGMATIC],
      inheritedEnvironment(),
    ),
  );
  if (typeof folder !== 'string') return `pip can't install ${BORGMATIC}: ${folder.problem}`;
  return {
    program: python,
    args: ['-m', 'borgmatic.commands.borgmatic'],
    env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
  };
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
 * Runs a test that needs a tool. If the tool is missing, the test is skipped with a message. In CI, the test fails,
 * unless the tool is optional. resticprofile is optional, because no distribution and not every module proxy has it;
 * `replayed.test.ts` replays its requests everywhere.
 */
export function testWithTool(
  name: string,
  fetchTool: () => Promise<Tool | string>,
  run: (tool: Tool) => Promise<void>,
): void {
  test(name, { timeout: 300_000 }, async ({ skip }) => {
    const tool = await fetchTool();
    if (typeof tool !== 'string') return run(tool);
    if (process.env.CI === 'true' && fetchTool !== fetchResticprofile)
      throw new Error(`CI=true: all tests must run. ${tool}`);
    process.stdout.write(`SKIPPED: ${name}. ${tool}\n`);
    skip(tool);
  });
}
