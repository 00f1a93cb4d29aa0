import { currentStatus } from '@overdue/domain/monitor-state.ts';
import type { MonitorRow, Status } from '@overdue/sdk';
import { isAcknowledged } from './acknowledgement.ts';
import { type Facts, factsOf } from './monitor-facts.ts';
import type { ListView, Sort } from './monitor-view.ts';
import { PROBLEM_STATUSES, STATUSES } from './statuses.ts';

export interface Row {
  readonly monitor: MonitorRow;
  /** Current status. A monitor becomes late as time passes, without an event. */
  readonly status: Status;
}

export interface FilteredRows {
  readonly rows: readonly Row[];
  /** Number of monitors by status, regardless of the view's status filter. */
  readonly counts: Readonly<Record<Status, number>>;
}

export interface OrderedRows {
  readonly rows: readonly RankedRow[];
  /** Time at which the next monitor becomes late; null if none will. */
  readonly nextChangeAt: number | null;
}

interface RankedRow extends Row {
  readonly facts: Facts;
  /** Rank of the status; 0 is the worst. */
  readonly rank: number;
  /** Time at which the status changes without an event. */
  readonly statusChangesAt: number;
}

interface Ordering {
  readonly sort: Sort;
  readonly now: number;
  readonly projectNames: ReadonlyMap<string, string>;
}

/** Ranks and sorts the monitors. Searches reuse the result, because sorting is slow. */
export function orderRows(monitors: readonly MonitorRow[], ordering: Ordering): OrderedRows {
  return createOrdering()(monitors, ordering);
}

/** Like {@link orderRows}, but sorts only monitors that are new or changed since the last call. */
export function createOrdering(): (monitors: readonly MonitorRow[], ordering: Ordering) => OrderedRows {
  const ranked = new WeakMap<MonitorRow, RankedRow>();
  let last: { readonly ordering: Ordering; readonly rows: readonly RankedRow[] } | undefined;
  let members: ReadonlySet<RankedRow> = new Set();

  return (monitors, ordering) => {
    const { sort, now, projectNames } = ordering;
    let nextChangeAt = Number.POSITIVE_INFINITY;
    const current = new Set<RankedRow>();
    const fresh: RankedRow[] = [];
    const isSameOrder = last?.ordering.sort === sort && last.ordering.projectNames === projectNames;
    for (const monitor of monitors) {
      let row = ranked.get(monitor);
      if (row === undefined || row.statusChangesAt < now) {
        row = rankRow(monitor, now);
        ranked.set(monitor, row);
      }
      nextChangeAt = Math.min(nextChangeAt, row.statusChangesAt);
      current.add(row);
      if (!isSameOrder || !members.has(row)) fresh.push(row);
    }
    const order = comparatorFor(sort, projectNames);
    const kept = isSameOrder ? (last?.rows.filter((row) => current.has(row)) ?? []) : [];
    const rows = merge(kept, fresh.sort(order), order);
    last = { ordering, rows };
    members = current;
    return { rows, nextChangeAt: Number.isFinite(nextChangeAt) ? nextChangeAt : null };
  };
}

function rankRow(monitor: MonitorRow, now: number): RankedRow {
  const facts = factsOf(monitor);
  const status = currentStatus(monitor.status, facts.expectedAt, now);
  const willBeLate = (status === 'up' || status === 'new') && facts.expectedAt !== null;
  return {
    monitor,
    status,
    facts,
    rank: STATUSES.indexOf(status),
    statusChangesAt: willBeLate ? facts.expectedAt : Number.POSITIVE_INFINITY,
  };
}

function merge(a: readonly RankedRow[], b: readonly RankedRow[], order: RowComparator): readonly RankedRow[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const rows: RankedRow[] = [];
  let index = 0;
  for (const row of a) {
    for (let next = b[index]; next !== undefined && order(next, row) < 0; next = b[index]) {
      rows.push(next);
      index += 1;
    }
    rows.push(row);
  }
  for (; index < b.length; index += 1) {
    const next = b[index];
    if (next !== undefined) rows.push(next);
  }
  return rows;
}

export function filterRows({ rows }: OrderedRows, view: Omit<ListView, 'sort'>): FilteredRows {
  const words = view.q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const projects = new Set(view.projects);
  const counts = { down: 0, failing: 0, late: 0, new: 0, paused: 0, up: 0 };
  const shown = rows.filter(({ monitor, status, facts }) => {
    if (projects.size > 0 && !projects.has(monitor.projectShortID)) return false;
    if (view.severities.length > 0 && !view.severities.includes(monitor.severity)) return false;
    if (!view.tags.every((tag) => monitor.tags.includes(tag))) return false;
    if (!words.every((word) => matchesWord(word, facts))) return false;
    counts[status] += 1;
    return view.statuses.length === 0 || view.statuses.includes(status);
  });
  return { rows: shown, counts };
}

/** Minimum length of a part of an ID. A shorter part would match every tenth ID by chance. */
const ID_PART_MIN = 4;

function matchesWord(word: string, { text, ids }: Facts): boolean {
  return text.includes(word) || (word.length >= ID_PART_MIN && ids.includes(word));
}

/** Returns when the bad status began; for a new monitor, when the monitor was created; null for `up` and `paused`. */
export function statusBeganAt(status: Status, facts: Facts): number | null {
  switch (status) {
    case 'down':
      return facts.downSince;
    case 'failing':
      return facts.lastFailureAt;
    case 'late':
      return facts.expectedAt;
    case 'new':
      return facts.createdAt;
    case 'paused':
    case 'up':
      return null;
  }
}

type RowComparator = (a: RankedRow, b: RankedRow) => number;

function comparatorFor(sort: Sort, projectNames: ReadonlyMap<string, string>): RowComparator {
  switch (sort) {
    case 'name':
      return byName;
    case 'nameDescending':
      return (a, b) => byName(b, a);
    case 'worst':
      return (a, b) =>
        a.rank - b.rank ||
        (a.status === 'down'
          ? byNeed(a, b)
          : bySeverity(a, b) ||
            ascending(statusBeganAt(a.status, a.facts), statusBeganAt(b.status, b.facts))) ||
        byName(a, b);
    case 'project':
      return (a, b) =>
        compare(
          projectNames.get(a.monitor.projectShortID) ?? '',
          projectNames.get(b.monitor.projectShortID) ?? '',
        ) || byName(a, b);
    case 'next':
      // Sorts by the times that the column shows. If a monitor is down, the column shows the start of the downtime instead of the
      // next run.
      return (a, b) =>
        Number(b.status === 'down') - Number(a.status === 'down') ||
        (a.status === 'down'
          ? ascending(a.facts.downSince, b.facts.downSince)
          : ascending(a.facts.expectedAt, b.facts.expectedAt)) ||
        byName(a, b);
    case 'last':
      return (a, b) => ascending(b.facts.lastPingAt, a.facts.lastPingAt, -1) || byName(a, b);
    case 'lastAscending':
      return (a, b) => ascending(a.facts.lastPingAt, b.facts.lastPingAt) || byName(a, b);
    case 'streak':
      return (a, b) => b.monitor.failureStreak - a.monitor.failureStreak || byName(a, b);
    case 'created':
      return (a, b) => b.facts.createdAt - a.facts.createdAt || byName(a, b);
  }
}

/** Sorts monitors that are down: the ones that are not acknowledged first, then the most severe, then the newest. */
function byNeed(a: RankedRow, b: RankedRow): number {
  return (
    Number(isAcknowledged(a.monitor)) - Number(isAcknowledged(b.monitor)) ||
    bySeverity(a, b) ||
    ascending(b.facts.downSince, a.facts.downSince, -1)
  );
}

/** Sorts monitors with a problem by their severity, the most severe first. */
function bySeverity(a: RankedRow, b: RankedRow): number {
  return PROBLEM_STATUSES.includes(a.status) ? b.facts.severityRank - a.facts.severityRank : 0;
}

function byName(a: RankedRow, b: RankedRow): number {
  return compare(a.facts.sortName, b.facts.sortName) || compare(a.monitor.shortID, b.monitor.shortID);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares times and sorts missing times last. For descending order, swap the arguments and pass -1. */
function ascending(a: number | null, b: number | null, direction: 1 | -1 = 1): number {
  if (a === b) return 0;
  if (a === null) return direction;
  if (b === null) return -direction;
  return a - b;
}
