import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';

/** Builds the application once for all browser tests, if its sources have changed. */
export function setup(): void {
  if (findChromium() === null && process.env.CI === 'true')
    throw new Error(
      'CI=true: the browser tests must run. Install Chromium (apt-get install chromium), or name it in CHROMIUM.',
    );
  execFileSync(process.execPath, [join(import.meta.dirname, '../web/scripts/build.ts')], {
    stdio: 'inherit',
  });
}
