import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { runCommandLine } from './cli/program.ts';
import { systemClock } from './clock.ts';
import { type Config, readProcessConfig } from './config.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { systemRandom } from './random.ts';
import { loadSecretKey } from './secret-key.ts';
import { startService } from './serve.ts';
import { migrateSqlite } from './store/sqlite/migrate.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import type { Store } from './store/store.ts';

const version = readVersion();

process.exitCode = await runCommandLine(
  {
    version,
    readConfig: readProcessConfig,
    openStore,
    migrate: ({ database }) => migrateSqlite(database.file),
    serve,
    clock: systemClock,
    random: systemRandom,
    write: (output) => void process.stdout.write(output),
    writeError: (output) => void process.stderr.write(output),
    readInput: () => text(process.stdin),
  },
  process.argv.slice(2),
);

function openStore({ database }: Config): Promise<Store> {
  return openSqliteStore({ file: database.file, newID: () => systemRandom.uuid() });
}

/** Runs until it is told to stop; a second signal ends it at once. */
async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const store = await openStore(config);
  const service = await startService({
    config,
    store,
    clock: systemClock,
    random: systemRandom,
    log,
    metrics: createMetrics(version),
    secretKey: loadSecretKey(config, systemRandom),
  });
  log.info({ host: config.host, port: service.port, version }, 'Overdue takes pings.');
  const signal = await nextSignal();
  log.info({ signal }, 'Stopping: finishing what was accepted.');
  await service.stop();
  log.info({}, 'Stopped.');
}

function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    const listeners = (['SIGTERM', 'SIGINT'] as const).map((signal) => {
      const listener = () => {
        for (const each of listeners) process.off(each.signal, each.listener);
        resolve(signal);
      };
      process.on(signal, listener);
      return { signal, listener };
    });
  });
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error('server/package.json has no version.');
}
