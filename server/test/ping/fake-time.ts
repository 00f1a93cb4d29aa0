import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { onTestFinished } from 'vitest';
import type { MonitorRecord } from '../../src/database/records.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { startService } from '../../src/serve.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { openEmptyStore } from '../empty-store.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { makeMonitors, NOON } from '../store/suite/fixtures.ts';

/** The whole service in this process, behind a real socket. Its clock moves only when a test moves it. */
export interface ServiceOnFakeClock {
  readonly port: number;
  readonly store: Store;
  readonly clock: FakeClock;
  /** Warnings and errors in the log. */
  readonly logProblems: readonly string[];
  /**
   * Creates monitors that expect a run every hour, unless the rules say otherwise. Returns the paths of their ping
   * URLs.
   */
  makeMonitors(
    count: number,
    rules?: Partial<MonitorRules>,
  ): Promise<readonly (MonitorRecord & { readonly path: string })[]>;
}

export async function startOnFakeClock(
  env: Readonly<Record<string, string>> = {},
  file?: string,
): Promise<ServiceOnFakeClock> {
  const clock = createFakeClock(NOON);
  const newID = () => systemRandom.uuid();
  const store = await (file === undefined ? openEmptyStore(newID) : openSqliteStore({ file, newID }));
  const logProblems: string[] = [];
  const complain = (_: object, message: string) => void logProblems.push(message);
  const result = readConfig({ PORT: '0', ...env });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const service = await startService({
    secretKey: 'a key of the tests, long enough',
    config: result.config,
    store,
    prepare: () => Promise.resolve(),
    spools: [],
    clock,
    random: systemRandom,
    log: { debug: () => {}, info: () => {}, warn: complain, error: complain },
    metrics: createMetrics('1.2.3'),
    web: null,
    version: '1.2.3',
  });
  onTestFinished(async () => {
    const stopped = service.stop();
    // Advances the clock until connections that the test left open have timed out.
    await clock.advance(60_000);
    await stopped;
  });
  return {
    port: service.port,
    store,
    clock,
    logProblems,
    async makeMonitors(count, rules) {
      const made = await makeMonitors(store, count, rules);
      return made.map((monitor) => ({ ...monitor, path: `/ping/key-${monitor.details.name}` }));
    },
  };
}
