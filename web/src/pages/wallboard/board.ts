import type { Monitor, Status } from '@overdue/sdk';
import { isAcknowledged } from '../../data/monitors/acknowledgement.ts';
import { SEVERITIES } from '../../data/monitors/severities.ts';
import { statusAt } from '../../data/monitors/status-at.ts';
import { PROBLEM_STATUSES, STATUSES } from '../../data/monitors/statuses.ts';

export interface BoardEntry {
  readonly monitor: Monitor;
  readonly status: Status;
}

export interface Board {
  readonly counts: readonly { readonly status: Status; readonly count: number }[];
  /**
   * Monitors with a problem, worst first, and the most severe first within a status. Acknowledged monitors follow the others of
   * their status.
   */
  readonly problems: readonly BoardEntry[];
  /** Number of further monitors with a problem, which the board doesn't show. */
  readonly hidden: number;
  readonly others: readonly BoardEntry[];
  readonly up: number;
}

const PROBLEMS_MAX = 24;
/** Number of columns by number of tiles, so that a few tiles fill the screen. */
const COLUMNS = [1, 1, 2, 3, 2, 3, 3, 4, 4, 3, 4, 4, 4];

export function boardOf(
  monitors: readonly Monitor[],
  { project, tag }: { readonly project?: string | undefined; readonly tag?: string | undefined },
  now: number,
): Board {
  const shown = monitors
    .filter((monitor) => project === undefined || monitor.projectShortID === project)
    .filter((monitor) => tag === undefined || monitor.tags.includes(tag))
    .map((monitor) => ({ monitor, status: statusAt(monitor, now) }))
    .sort(
      (a, b) =>
        STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) ||
        Number(isAcknowledged(a.monitor)) - Number(isAcknowledged(b.monitor)) ||
        SEVERITIES.indexOf(b.monitor.severity) - SEVERITIES.indexOf(a.monitor.severity) ||
        compareNames(a, b),
    );
  const problems = shown.filter(({ status }) => PROBLEM_STATUSES.includes(status));
  return {
    counts: STATUSES.map((status) => ({
      status,
      count: shown.filter((monitor) => monitor.status === status).length,
    })).filter(({ count }) => count > 0),
    problems: problems.slice(0, PROBLEMS_MAX),
    hidden: Math.max(0, problems.length - PROBLEMS_MAX),
    others: shown.filter(({ status }) => !PROBLEM_STATUSES.includes(status)),
    up: shown.filter(({ status }) => status === 'up').length,
  };
}

/** Returns the number of columns with which the tiles fill the screen; null if the tiles need a fixed size. */
export function columnsOf(tiles: number): number | null {
  return COLUMNS[tiles] ?? null;
}

function compareNames(a: BoardEntry, b: BoardEntry): number {
  return a.monitor.name.localeCompare(b.monitor.name, 'en');
}
