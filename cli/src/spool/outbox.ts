import { stateFolder } from '../config/state-folder.ts';
import { createPingURLFinder } from '../monitors/find-ping-url.ts';
import type { ReportTarget } from '../monitors/report-target.ts';
import { type CommandLine, userAgentOf } from '../process/command-line.ts';
import { addressOf, type FlushOptions, flush } from './flush.ts';
import { type SendOptions, type SendResult, sendReport } from './send-report.ts';
import { ownSender } from './sender.ts';
import { openSpool, type Report, type Spool } from './spool.ts';

/** How long a job waits to start while another process locks the spool. */
const BUSY_MS = 1000;
/** How long later steps of the same run wait for such a lock. */
const BUSY_AGAIN_MS = 200;

/** Folder of the spool and the locks, or why the user has none that can be used. */
export type StateFolder = { readonly path: string } | { readonly problem: string };

export interface OutboxOptions extends Omit<SendOptions, 'timeoutMs' | 'isRepeat'> {
  readonly stateFolder: StateFolder;
  /** Tells the user that something is lost or must be repaired. */
  readonly warn: (text: string) => void;
  /** Tells the user about a difficulty that has lost nothing. */
  readonly note: (text: string) => void;
}

export interface KeptReport {
  readonly report: Report;
  /** ID of the report on disk; null if the report could not be written. */
  readonly id: number | null;
}

/** Returns the options of an outbox for the user who runs the command. Never throws. */
export function outboxOptionsOf(cli: CommandLine): OutboxOptions {
  const warn = (text: string) => cli.writeError(`overdue: ${text}\n`);
  return {
    clock: cli.clock,
    userAgent: userAgentOf(cli),
    network: cli.network,
    findPingURL: createPingURLFinder(cli),
    stateFolder: stateFolderOf(cli),
    warn,
    note: warn,
  };
}

function stateFolderOf({ env }: CommandLine): StateFolder {
  try {
    return { path: stateFolder(env) };
  } catch (error) {
    return { problem: textOf(error) };
  }
}

/** Keeps reports on disk until they are sent. Its functions never throw, because the job must run whatever fails. */
export interface Outbox {
  /** Writes a report to disk before the first attempt to send it. */
  readonly keep: (report: Report) => KeptReport;
  /**
   * Sends a report, and removes it from disk unless a later attempt may succeed. Another process may send a report whose sending
   * failed. An aborted `signal` ends only the sending of reports that are on disk.
   */
  readonly send: (
    kept: KeptReport,
    options: Pick<SendOptions, 'timeoutMs' | 'isRepeat'>,
  ) => Promise<SendResult>;
  /** Leaves a report that was not sent to later processes, and says so. */
  readonly leave: (kept: KeptReport, reason: string) => void;
  /** Whether the report still waits. */
  readonly isWaiting: (kept: KeptReport) => boolean;
  /** Sends the reports that earlier processes left, except those to `exceptAddress`. */
  readonly sendOthers: (options: Pick<FlushOptions, 'limitMs' | 'exceptAddress'>) => Promise<void>;
  /** Closes the files until the next call. */
  readonly rest: () => void;
}

export function openOutbox(options: OutboxOptions): Outbox {
  const { stateFolder, clock, userAgent, network, findPingURL, warn, note, signal } = options;
  // Not all of `options`, because the options of `exec` have a `timeoutMs` of the job.
  const sending = { clock, userAgent, network, findPingURL };
  let spool: Spool | null = null;
  let isProblemKnown = false;

  /** Returns null if the folder can't be used, and notes the reason once. */
  function attempt<T>(work: (opened: Spool) => T): T | null {
    try {
      if ('problem' in stateFolder) throw new Error(stateFolder.problem);
      const busyMs = isProblemKnown ? BUSY_AGAIN_MS : BUSY_MS;
      spool ??= openSpool(stateFolder.path, { now: clock.now(), warn, busyMs });
      return work(spool);
    } catch (error) {
      if (!isProblemKnown) note(`Reports can't be kept on disk while they wait. ${textOf(error)}`);
      isProblemKnown = true;
      return null;
    }
  }

  return {
    keep(report) {
      const ids = attempt((opened) => opened.add([report], ownSender()));
      return { report, id: ids?.[0] ?? null };
    },
    async send({ report, id }, limits) {
      const result = await sendReport(report, {
        ...sending,
        ...limits,
        signal: id === null ? undefined : signal,
      });
      if (id === null) return result;
      if (result.outcome === 'unreachable') attempt((opened) => opened.release(id, result.reason));
      else attempt((opened) => opened.remove(id));
      return result;
    },
    leave({ report, id }, reason) {
      const isKept = attempt((opened) => {
        if (id === null) opened.add([report], null);
        else opened.release(id, reason);
        return true;
      });
      if (isKept === null || 'problem' in stateFolder)
        warn(`The report is lost: it could be neither sent nor kept. ${reason}`);
      else note(`The report waits in ${stateFolder.path}, and the next run sends it. ${reason}`);
    },
    isWaiting: ({ id }) => id === null || attempt((opened) => opened.read(id)) !== null,
    async sendOthers(limits) {
      if ('problem' in stateFolder || isProblemKnown) return;
      try {
        const { refused } = await flush(stateFolder.path, { ...sending, ...limits, signal, warn });
        for (const reason of refused)
          warn(`Overdue refused a report of an earlier run, which is dropped. ${reason}`);
      } catch (error) {
        note(`The reports of earlier runs could not be sent. ${textOf(error)}`);
      }
    },
    rest() {
      spool?.close();
      spool = null;
    },
  };
}

/**
 * Sends one report, such as that a run was skipped, and then what earlier processes left, unless another report of this run follows.
 * Never throws.
 */
export async function sendOne(
  report: Report,
  options: OutboxOptions & { readonly patienceMs: number },
): Promise<void> {
  const { clock, patienceMs, warn } = options;
  const endsAt = clock.monotonic() + patienceMs;
  const outbox = openOutbox(options);
  const kept = outbox.keep(report);
  const result = await outbox.send(kept, { timeoutMs: patienceMs });
  if (result.outcome === 'refused') warn(`Overdue refused the report. ${result.reason}`);
  if (result.outcome === 'unreachable') outbox.leave(kept, result.reason);
  const limitMs = endsAt - clock.monotonic();
  if (report.type !== 'start' && limitMs > 0)
    await outbox.sendOthers({ limitMs, exceptAddress: unreachableAddress(report.target, result) });
  outbox.rest();
}

/** Returns the address to which no report can be sent at present; null if there is none. */
export function unreachableAddress(target: ReportTarget, result: SendResult): string | null {
  return result.outcome === 'unreachable' && result.affects === 'address' ? addressOf(target) : null;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
