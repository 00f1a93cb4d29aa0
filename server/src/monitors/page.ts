import { type Status, statusAt } from '@overdue/domain/monitor-state.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import type { ListedMonitor, MonitorFilter, MonitorListStore } from './contract.ts';

/** Monitors read per query. Kept small so that pings don't wait long. */
const CHUNK = 250;

export interface Selection {
  readonly filter: MonitorFilter;
  /** Statuses to include; null for all. The store can't filter by status, because a status depends on the time. */
  readonly statuses: readonly Status[] | null;
  readonly now: number;
  readonly afterID: number;
  /** Maximum monitors on the page; may be infinite. */
  readonly limit: number;
}

export interface MonitorPage {
  /** JSON of the monitors in chunks. Each chunk has at least one monitor. */
  readonly pieces: readonly Buffer[];
  /** ID of the page's last monitor; null if no page follows. */
  readonly next: number | null;
}

/**
 * Writes a page in chunks of JSON, because 10,000 objects would cost 100 MB. Chunks are read one after another, so they may
 * reflect different times.
 */
export async function writePage(
  store: Pick<MonitorListStore, 'listMonitors'>,
  {
    teamID,
    selection: { filter, statuses, now, ...selection },
    write,
  }: {
    readonly teamID: string;
    readonly selection: Selection;
    readonly write: (listed: ListedMonitor) => string;
  },
): Promise<MonitorPage> {
  const isWanted = ({ read }: ListedMonitor) =>
    statuses === null || statuses.includes(statusAt(read().state, now));
  const pieces: Buffer[] = [];
  let missing = selection.limit;
  let lastID = selection.afterID;
  for (let { afterID } = selection; ; ) {
    // Reads one extra monitor to know whether another page follows.
    const limit = statuses === null ? Math.min(missing + 1, CHUNK) : CHUNK;
    const chunk = await store.listMonitors(teamID, { ...filter, afterID, limit });
    const wanted = chunk.filter(isWanted);
    const shown = wanted.slice(0, missing);
    if (shown.length > 0) pieces.push(Buffer.from(shown.map(write).join(',')));
    lastID = shown.at(-1)?.id ?? lastID;
    if (wanted.length > missing) return { pieces, next: lastID };
    if (chunk.length < limit) return { pieces, next: null };
    missing -= shown.length;
    afterID = chunk.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
}
