import { type Status, statusAt } from '../../../domain/monitor.ts';
import { yieldToPings } from '../../../runtime/yield-to-pings.ts';
import type {
  ListedMonitor,
  MonitorFilter,
  MonitorListStore,
} from '../../../store/monitors/list-contract.ts';

/** Monitors that are read and written at once: so few that a ping never waits long behind them. */
const CHUNK = 250;

/** Which of a team's monitors a page has. */
export interface Selection {
  readonly filter: MonitorFilter;
  /** Null for any. Statuses depend on the time, so the store can't filter by them. */
  readonly statuses: readonly Status[] | null;
  readonly now: number;
  readonly afterID: number;
  /** May be infinite. */
  readonly limit: number;
}

export interface MonitorPage {
  /** The monitors as JSON, to be joined by commas; none of the pieces is empty. */
  readonly pieces: readonly Buffer[];
  /** The last monitor of the page where another one follows, else null. */
  readonly next: number | null;
}

/**
 * Reads and writes a page chunk by chunk, and keeps only the JSON: ten thousand monitors as objects would be a hundred
 * megabytes for the garbage collector to move about. Pings get their turn between two chunks, so that each monitor is as it
 * was when its chunk was read.
 */
export async function writePage(
  store: Pick<MonitorListStore, 'listMonitors'>,
  teamID: string,
  { filter, statuses, now, ...selection }: Selection,
  write: (listed: ListedMonitor) => string,
): Promise<MonitorPage> {
  const isWanted = ({ read }: ListedMonitor) =>
    statuses === null || statuses.includes(statusAt(read().state, now));
  const pieces: Buffer[] = [];
  let missing = selection.limit;
  let lastID = selection.afterID;
  for (let { afterID } = selection; ; ) {
    // One more than is missing tells whether another one follows.
    const limit = statuses === null ? Math.min(missing + 1, CHUNK) : CHUNK;
    const chunk = await store.listMonitors(teamID, { ...filter, afterID, limit });
    const wanted = chunk.filter(isWanted);
    const taken = wanted.slice(0, missing);
    if (taken.length > 0) pieces.push(Buffer.from(taken.map(write).join(',')));
    lastID = taken.at(-1)?.id ?? lastID;
    if (wanted.length > missing) return { pieces, next: lastID };
    if (chunk.length < limit) return { pieces, next: null };
    missing -= taken.length;
    afterID = chunk.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
}
