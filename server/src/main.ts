import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { opensTOTPKey } from './accounts/sealed-totp.ts';
import type { ChannelCatalog } from './channels/settings/catalog.ts';
import type { ServeOptions } from './commands/command-line.ts';
import { connectStore, isInstalled, migrate, openStore } from './commands/database.ts';
import { runCommandLine } from './commands/program.ts';
import type { KeyStore } from './core/operations.ts';
import type { Spool } from './core/spool/contract.ts';
import { openSpool } from './core/spool/spool.ts';
import { readBuiltWeb } from './pages/built-web.ts';
import { type Config, readProcessConfig } from './platform/config/config.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { systemClock } from './platform/runtime/clock.ts';
import { watchForCrashes } from './platform/runtime/crash.ts';
import { createLog } from './platform/runtime/log.ts';
import { systemRandom } from './platform/runtime/random.ts';
import { createSecretBox } from './platform/security/secret-box.ts';
import { loadSecretKey, restoreSecretKey, secretKeySource } from './platform/security/secret-key.ts';
import { startService } from './serve.ts';
import type { Store } from './store/store.ts';
import { checkKey, hasSecrets, type SecretKey } from './store/upkeep/check-key.ts';

/** Time in which the same signal counts once: on Ctrl-C, both the terminal and npm send it. */
const SAME_SIGNAL_MS = 500;

const { version } = manifest;
let hasOpened = false;
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

process.exitCode = await runCommandLine(
  {
    version,
    readConfig: readProcessConfig,
    isInstalled: ({ database }) => isInstalled(database),
    openStore: ({ database }) =>
      openStore(database, { newID: () => systemRandom.uuid(), now: systemClock.now() }),
    migrate: ({ database }) => migrate(database, systemClock.now()),
    serve,
    openCatalog,
    async request(request) {
      const { createImportRequest } = await import('./platform/outbound/import-request.ts');
      return createImportRequest({ clock: systemClock, isAllowedAddress: () => true })(request);
    },
    clock: systemClock,
    random: systemRandom,
    write: (output) => write(process.stdout, output),
    writeError: (output) => write(process.stderr, output),
    readInput: () => text(process.stdin),
  },
  process.argv.slice(2),
);
// Exits explicitly, because open connections would keep the process alive.
if (hasOpened) process.exit();

/** Writes text, unless the reader of a pipe has ended, as in `overdue-server --help | head`. */
function write(stream: NodeJS.WriteStream, output: string): void {
  if (stream.listenerCount('error') === 0)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  stream.write(output);
}

/** Opens one spool per lane. A SQLite database needs no spool, because the database is on the same machine. */
function openSpools({ database, roles, spool }: Config): readonly Spool[] {
  const isNeeded = database.kind !== 'sqlite' && roles.ping && spool.pings > 0;
  return isNeeded ? [openSpool(spool.file), openSpool(`${spool.file}.2`)] : [];
}

/** Runs the service until the first signal. A later second signal ends the process immediately. */
async function serve(config: Config, { isNewWanted, isNewKeyWanted }: ServeOptions): Promise<void> {
  const log = createLog(config.logLevel);
  const crash = watchForCrashes(systemClock, log);
  // A key file is created after its database. A key without a database therefore means that the database was lost.
  const usesKeyFile = config.secretKey === null && config.database.kind === 'sqlite';
  const ownKey = usesKeyFile ? null : loadSecretKey(config, systemRandom);
  const web = config.roles.api ? readBuiltWeb(WEB_FOLDER) : null;
  if (config.roles.api && web === null)
    log.info({}, 'The web application is not built. Run "npm run build" and restart. Everything else works.');
  const { store, prepare, guardFile } = await connectStore(config.database, {
    newID: () => systemRandom.uuid(),
    clock: systemClock,
    isNewWanted,
  });
  hasOpened = true;
  const secretKey = ownKey ?? (await loadKeyFile(config, store, { isNewKeyWanted }));
  guardFile({
    clock: systemClock,
    log,
    restoreKey: () => restoreSecretKey(config, systemRandom, secretKey),
  });
  const starting = startService({
    config,
    store,
    async prepare() {
      await prepare(systemClock.now());
      await checkKey(store, keyParts(config, secretKey), { isNewWanted: isNewKeyWanted });
    },
    spools: openSpools(config),
    clock: systemClock,
    random: systemRandom,
    log,
    metrics: createMetrics(version),
    secretKey,
    web,
    version,
  });
  const service = await Promise.race([starting, crash.crashed]);
  // Waits for signals before logging the start, because a supervisor may send a signal as soon as it reads the log line.
  const signalReceived = nextSignal();
  log.info({ host: config.host, port: service.port, version }, 'Overdue takes pings.');
  service.warmUp();
  try {
    const signal = await Promise.race([signalReceived, service.failed, crash.crashed]);
    log.info({ signal }, 'Stopping. Finishing accepted work.');
  } finally {
    await service.stop();
    crash.stopped();
  }
  log.info({}, 'Stopped.');
}

/** Opens the channel catalog for a command. Uses the same secret key as the service. */
async function openCatalog(config: Config, store: Store): Promise<ChannelCatalog> {
  const [{ CHANNEL_TYPES }, { createCatalog }] = await Promise.all([
    import('./channels/types/registry.ts'),
    import('./channels/settings/catalog.ts'),
  ]);
  const key = config.secretKey ?? (await loadKeyFile(config, store, { isNewKeyWanted: false }));
  await checkKey(store, keyParts(config, key), { isNewWanted: false });
  return createCatalog({
    types: CHANNEL_TYPES,
    box: createSecretBox(key, systemRandom),
    request: () => Promise.reject(new Error('A command sends no alerts.')),
    mail: null,
    push: () => Promise.reject(new Error('A command sends no alerts.')),
    clock: systemClock,
    baseURL: config.baseURL ?? '',
    log: createLog(config.logLevel),
  });
}

async function loadKeyFile(
  config: Config,
  store: KeyStore,
  { isNewKeyWanted }: { readonly isNewKeyWanted: boolean },
): Promise<string> {
  return loadSecretKey(config, systemRandom, { isNewWanted: isNewKeyWanted || !(await hasSecrets(store)) });
}

function keyParts(config: Config, secretKey: string): SecretKey {
  return {
    box: createSecretBox(secretKey, systemRandom),
    opensTOTPKey: (sealed) => opensTOTPKey(secretKey, sealed),
    source: secretKeySource(config),
  };
}

function nextSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const listeners = (['SIGTERM', 'SIGINT'] as const).map((signal) => {
    const listener = () => {
      resolve(signal);
      systemClock.after(SAME_SIGNAL_MS, () => {
        for (const listener of listeners) process.off(listener.signal, listener.listener);
      });
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return promise;
}
