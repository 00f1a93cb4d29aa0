import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { prepareTeam } from './served-application.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of `prepareTeam`. */
    readonly preparedTeam: string;
  }
}

/** Builds the application and prepares a team once for all browser tests, if the run has any. */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (!project.vitest.state.getPaths().some((path) => path.startsWith(import.meta.dirname))) return undefined;
  if (findChromium() === null && process.env.CI === 'true')
    throw new Error(
      'CI=true: the browser tests must run. Install Chromium (apt-get install chromium), or name it in CHROMIUM.',
    );
  buildApplication();
  const folder = mkdtempSync(join(tmpdir(), 'overdue-e2e-team-'));
  await prepareTeam(folder);
  project.provide('preparedTeam', folder);
  return () => rmSync(folder, { recursive: true });
}

/** Builds the application if its sources have changed. */
export function buildApplication(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../web/scripts/build.ts')], {
    stdio: 'inherit',
  });
}
