import { onTestFinished } from 'vitest';
import { type Client, createClient } from '../../../sdk/src/index.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createLog } from '../../src/platform/runtime/log.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { startService } from '../../src/serve.ts';
import type { Store } from '../../src/store/store.ts';
import { makeTeam } from '../callers.ts';
import { openEmptyStore } from '../empty-store.ts';

export interface RunningService {
  readonly baseURL: string;
  readonly port: number;
  readonly store: Store;
  /** Creates a team. Returns a token of its owner. */
  addTeam(): Promise<string>;
  client(token: string): Client;
  stop(): Promise<void>;
}

/** Starts the real service in this process, on its own port and database. Stops it when the test ends. */
export async function startTestService(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const store = await openEmptyStore(() => systemRandom.uuid());
  const result = readConfig({ PORT: '0', PING_RATE: '0', API_RATE: '0', ...env });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const service = await startService({
    secretKey: 'a key of the tests, long enough',
    config: result.config,
    store,
    prepare: () => Promise.resolve(),
    spools: [],
    clock: systemClock,
    random: systemRandom,
    log: createLog('error', 'stderr'),
    metrics: createMetrics('0.0.0'),
    web: null,
    version: '1.2.3',
  });
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= service.stop());
  onTestFinished(stop);
  const baseURL = `http://localhost:${service.port}`;

  async function addTeam(): Promise<string> {
    return (await makeTeam(store, systemRandom.uuid(), systemClock.now())).token;
  }

  return {
    baseURL,
    port: service.port,
    store,
    addTeam,
    stop,
    client: (token) => createClient({ baseURL, token }),
  };
}
