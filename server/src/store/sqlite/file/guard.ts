import { statSync } from 'node:fs';
import type { Connection } from '../../../database/sqlite-connection.ts';
import { DatabaseNotWritable } from '../../../database/unavailable.ts';
import { rescueDatabase } from './rescue.ts';

const CHECK_EVERY_MS = 250;
const TRANSACTION_PAUSE_MS = 20;
const RETRY_RESCUE_MS = 10_000;

export interface GuardShell {
  /** Writes the key file again if it is missing, because the rescued copy needs the key. */
  readonly restoreKey: () => void;
  readonly clock: {
    now(): number;
    after(delayMs: number, callback: () => void): () => void;
  };
  readonly log: { error(fields: object, message: string): void };
}

/** Watches the path of the open file, because SQLite would keep writing into a deleted file. After a loss, refuses all work. */
export interface FileGuard {
  /** Throws if a loss was noticed before. Doesn't read the disk. */
  check(): void;
  /** Like `check`, after reading the file's state from the disk. */
  checkFile(): void;
  isLost(): boolean;
  /** Starts regular checks. If the file is lost, rescues the data through the open connection. */
  start(source: Connection, shell: GuardShell): void;
  stop(): Promise<void>;
}

/** @param file null for a database in memory, which can't be lost */
export function createFileGuard(file: string | null): FileGuard {
  if (file === null) return NO_GUARD;
  const opened = identityOf(file);
  let openedLog: string | null = null;
  let loss: string | null = null;
  let isStopped = false;
  let cancel = (): void => {};
  let rescuing: Promise<void> = Promise.resolve();

  function findLoss(path: string): string | null {
    const now = identityOf(path);
    if (now === null) return 'was deleted or moved';
    if (now.name !== opened?.name) return 'was replaced';
    if (now.isEmpty) return 'was emptied';
    const log = identityOf(`${path}-wal`);
    // SQLite creates the log with the first write, and keeps it while the database is open.
    openedLog ??= log?.name ?? null;
    return openedLog === log?.name || openedLog === null
      ? null
      : 'lost its -wal file (deleted, moved or replaced)';
  }

  function check(): void {
    if (loss === null) return;
    throw new DatabaseNotWritable(
      `The database file ${loss} while the service ran. The service stores nothing until it is restarted: ` +
        'its log names the rescued copy and says how to put it back.',
    );
  }

  function checkFile(path: string): void {
    loss ??= findLoss(path);
    check();
  }

  async function rescue(path: string, source: Connection, { clock, log, restoreKey }: GuardShell) {
    log.error(
      { file: path },
      `The database file ${path} ${loss} while the service ran. Pings get 503 from now on. Rescuing the data that the service still holds.`,
    );
    const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
    for (;;) {
      // The guard lets no new transaction begin.
      while (source.isTransaction) await pause(TRANSACTION_PAUSE_MS);
      try {
        restoreKey();
        const { rescued, remedy } = await rescueDatabase(path, source, clock.now());
        log.error({ file: path, rescued }, remedy);
        return;
      } catch (error) {
        log.error(
          { err: error, file: path },
          'The database could not be rescued. Keep the service running and make sure the disk has free space. The service tries again in 10 seconds.',
        );
      }
      if (isStopped) return;
      await pause(RETRY_RESCUE_MS);
    }
  }

  return {
    check,
    checkFile: () => checkFile(file),
    isLost: () => loss !== null,
    start(source, shell) {
      const tick = (): void => {
        if (isStopped) return;
        loss ??= findLoss(file);
        if (loss === null) cancel = shell.clock.after(CHECK_EVERY_MS, tick);
        else rescuing = rescue(file, source, shell);
      };
      tick();
    },
    async stop() {
      isStopped = true;
      cancel();
      await rescuing;
    },
  };
}

const NO_GUARD: FileGuard = {
  check() {},
  checkFile() {},
  isLost: () => false,
  start() {},
  stop: () => Promise.resolve(),
};

function identityOf(path: string): { readonly name: string; readonly isEmpty: boolean } | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : { name: `${stat.dev}:${stat.ino}`, isEmpty: stat.size === 0n };
}
