import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { PROBLEM_STATUSES, STATUSES_WORST_FIRST } from '@overdue/domain/views/list-view.ts';
import type { MonitorRow, Status } from '@overdue/sdk';
import { isAcknowledged } from '../../data/monitors/acknowledgement.ts';
import { statusAt } from '../../data/monitors/status-at.ts';

export interface BoardEntry {
  readonly monitor: MonitorRow;
  readonly status: Status;
}

export interface Board {
  readonly counts: readonly { readonly status: Status; readonly count: number }[];
  /**
   * Monitors with a problem, worst first, and the most severe first within a status. Acknowledged monitors follow the others of
   * their status.
   */
  readonly problems: readonly BoardEntry[];
  readonly others: readonly BoardEntry[];
  readonly up: number;
}

export function boardOf(
  monitors: readonly MonitorRow[],
  { project, tag }: { readonly project?: string | undefined; readonly tag?: string | undefined },
  now: number,
): Board {
  const shown = monitors
    .filter((monitor) => project === undefined || monitor.projectShortID === project)
    .filter((monitor) => tag === undefined || monitor.tags.includes(tag))
    .map((monitor) => ({ monitor, status: statusAt(monitor, now) }))
    .sort(
      (a, b) =>
        STATUSES_WORST_FIRST.indexOf(a.status) - STATUSES_WORST_FIRST.indexOf(b.status) ||
        Number(isAcknowledged(a.monitor)) - Number(isAcknowledged(b.monitor)) ||
        SEVERITIES.indexOf(b.monitor.severity) - SEVERITIES.indexOf(a.monitor.severity) ||
        compareNames(a, b),
    );
  const problems = shown.filter(({ status }) => PROBLEM_STATUSES.includes(status));
  return {
    counts: STATUSES_WORST_FIRST.map((status) => ({
      status,
      count: shown.filter((monitor) => monitor.status === status).length,
    })).filter(({ count }) => count > 0),
    problems,
    others: shown.filter(({ status }) => !PROBLEM_STATUSES.includes(status)),
    up: shown.filter(({ status }) => status === 'up').length,
  };
}

/** Minimum size of a tile whose text is readable, and the gap between tiles, in pixels of the board. */
const TILE = { width: 280, height: 124, gap: 16 } as const;
/** Ratio of width to height at which the text of a tile fits best. */
const TILE_RATIO = 2;

export interface TileGrid {
  readonly columns: number;
  readonly rows: number;
  /** Number of pages that show all tiles. */
  readonly pages: number;
}

/** Returns the grid with the largest tiles that fits a space. Tiles that don't fit are spread evenly over pages. */
export function gridOf(
  tiles: number,
  { width, height }: { readonly width: number; readonly height: number },
): TileGrid {
  const columnsMax = Math.max(1, Math.floor((width + TILE.gap) / (TILE.width + TILE.gap)));
  const rowsMax = Math.max(1, Math.floor((height + TILE.gap) / (TILE.height + TILE.gap)));
  const pages = Math.max(1, Math.ceil(tiles / (columnsMax * rowsMax)));
  const onPage = Math.max(1, Math.ceil(tiles / pages));
  const sizeOf = (columns: number): number => {
    const rows = Math.ceil(onPage / columns);
    return rows > rowsMax ? 0 : Math.min(width / columns / TILE_RATIO, height / rows);
  };
  let best = columnsMax;
  for (let columns = columnsMax; columns >= 1; columns -= 1)
    if (sizeOf(columns) > sizeOf(best)) best = columns;
  return { columns: best, rows: Math.ceil(onPage / best), pages };
}

/** Returns the entries of a page; pages are counted from 0. */
export function pageOf<T>(entries: readonly T[], page: number, pages: number): readonly T[] {
  const onPage = Math.ceil(entries.length / pages);
  return entries.slice(page * onPage, (page + 1) * onPage);
}

const collator = new Intl.Collator('en', { numeric: true });

function compareNames(a: BoardEntry, b: BoardEntry): number {
  return collator.compare(a.monitor.name, b.monitor.name);
}
