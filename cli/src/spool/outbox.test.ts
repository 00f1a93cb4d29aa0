import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { systemClock } from '../../../sdk/src/clock.ts';
import { openNetwork } from '../network/network.ts';
import { sendOne } from './outbox.ts';

test('a report that can be neither sent nor kept is lost with a warning, because the service must start', async () => {
  const warnings: string[] = [];
  await sendOne(
    {
      target: { pingURL: 'http://127.0.0.1:9/ping/x' },
      rid: 'r',
      type: 'start',
      at: 0,
      duration: null,
      log: null,
    },
    {
      clock: systemClock,
      userAgent: 'test',
      network: openNetwork({}),
      findPingURL: () => Promise.reject(new Error('The report has a ping URL.')),
      stateFolder: { path: join(fileURLToPath(import.meta.url), 'state') },
      patienceMs: 5000,
      warn: (text) => warnings.push(text),
      note: () => {},
    },
  );
  expect(warnings).toEqual([expect.stringContaining('The report is lost')]);
});
