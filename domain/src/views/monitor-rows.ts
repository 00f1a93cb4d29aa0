import { SEVERITIES, type Severity } from '../alerting/alert.ts';
import type { MonitorKind } from '../checks/check-result.ts';
import { isChecked } from '../monitor/rules.ts';
import { currentStatus, type Status } from '../monitor/state.ts';
import { type ListFilters, PROBLEM_STATUSES, type Sort, STATUSES_WORST_FIRST } from './list-view.ts';

/** Fields of the API's monitors that filters and orders read. */
export interface ListedMonitor {
  readonly shortID: string;
  readonly kind: MonitorKind;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly pingURL: string;
  readonly projectShortID: string;
  readonly status: Status;
  readonly severity: Severity;
  readonly nextExpectedAt: string | null;
  /** '' if the job has never reported. */
  readonly lastPingAt: string;
  readonly createdAt: string;
  readonly downSince: string | null;
  readonly lastFailureAt: string | null;
  readonly failureStreak: number;
  readonly incident: { readonly acknowledgedAt: string | null } | null;
}

export interface Row<M extends ListedMonitor> {
  readonly monitor: M;
  /** Current status. A monitor becomes late as time passes, without an event. */
  readonly status: Status;
}

export interface FilteredRows<M extends ListedMonitor> {
  readonly rows: readonly Row<M>[];
  /** Number of monitors by status, regardless of the view's status filter. */
  readonly counts: Readonly<Record<Status, number>>;
}

export interface OrderedRows<M extends ListedMonitor> {
  readonly rows: readonly RankedRow<M>[];
  /** Time at which the next monitor becomes late; null if none will. */
  readonly nextChangeAt: number | null;
}

interface RankedRow<M extends ListedMonitor> extends Row<M> {
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
export function orderRows<M extends ListedMonitor>(
  monitors: readonly M[],
  ordering: Ordering,
): OrderedRows<M> {
  return createOrdering<M>()(monitors, ordering);
}

/** Like {@link orderRows}, but sorts only monitors that are new or changed since the last call. */
export function createOrdering<M extends ListedMonitor>(): (
  monitors: readonly M[],
  ordering: Ordering,
) => OrderedRows<M> {
  const ranked = new WeakMap<M, RankedRow<M>>();
  let last: { readonly ordering: Ordering; readonly rows: readonly RankedRow<M>[] } | undefined;
  let members: ReadonlySet<RankedRow<M>> = new Set();

  return (monitors, ordering) => {
    const { sort, now, projectNames } = ordering;
    let nextChangeAt = Number.POSITIVE_INFINITY;
    const current = new Set<RankedRow<M>>();
    const fresh: RankedRow<M>[] = [];
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

function rankRow<M extends ListedMonitor>(monitor: M, now: number): RankedRow<M> {
  const facts = factsOf(monitor);
  const { kind } = monitor;
  const status = currentStatus(monitor.status, { kind, nextExpectedAt: facts.expectedAt }, now);
  const willBeLate =
    (status === 'up' || status === 'new') && facts.expectedAt !== null && !isChecked({ kind });
  return {
    monitor,
    status,
    facts,
    rank: STATUSES_WORST_FIRST.indexOf(status),
    statusChangesAt: willBeLate ? facts.expectedAt : Number.POSITIVE_INFINITY,
  };
}

function merge<M extends ListedMonitor>(
  a: readonly RankedRow<M>[],
  b: readonly RankedRow<M>[],
  order: RowComparator,
): readonly RankedRow<M>[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const rows: RankedRow<M>[] = [];
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

export function filterRows<M extends ListedMonitor>(
  { rows }: OrderedRows<M>,
  view: ListFilters,
): FilteredRows<M> {
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

type AnyRow = RankedRow<ListedMonitor>;
type RowComparator = (a: AnyRow, b: AnyRow) => number;

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
function byNeed(a: AnyRow, b: AnyRow): number {
  return (
    Number(isAcknowledged(a)) - Number(isAcknowledged(b)) ||
    bySeverity(a, b) ||
    ascending(b.facts.downSince, a.facts.downSince, -1)
  );
}

function isAcknowledged({ monitor: { incident } }: AnyRow): boolean {
  return incident !== null && incident.acknowledgedAt !== null;
}

/** Sorts monitors with a problem by their severity, the most severe first. */
function bySeverity(a: AnyRow, b: AnyRow): number {
  return PROBLEM_STATUSES.includes(a.status) ? b.facts.severityRank - a.facts.severityRank : 0;
}

function byName(a: AnyRow, b: AnyRow): number {
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

/** Values precomputed for filtering and sorting. Times are in milliseconds. */
interface Facts {
  /** Searchable text in lower case: name, tags and description. */
  readonly text: string;
  /** Ping ID and short ID in lower case. */
  readonly ids: string;
  /** Key for natural sorting: `job 2` before `job 10`. */
  readonly sortName: string;
  readonly expectedAt: number | null;
  readonly lastPingAt: number | null;
  readonly createdAt: number;
  readonly downSince: number | null;
  readonly lastFailureAt: number | null;
  /** Rank of the severity; the most severe is the highest. */
  readonly severityRank: number;
}

const factsByMonitor = new WeakMap<ListedMonitor, Facts>();

export function factsOf(monitor: ListedMonitor): Facts {
  const facts = factsByMonitor.get(monitor);
  if (facts !== undefined) return facts;
  const computed = computeFacts(monitor);
  factsByMonitor.set(monitor, computed);
  return computed;
}

const DIGITS_MAX = 16;

function computeFacts(monitor: ListedMonitor): Facts {
  return {
    text: [monitor.name, ...monitor.tags, monitor.description].join('\n').toLowerCase(),
    ids: `${pingIDOf(monitor)}\n${monitor.shortID}`.toLowerCase(),
    sortName: monitor.name.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS_MAX, '0')),
    expectedAt: timeOrNull(monitor.nextExpectedAt),
    lastPingAt: timeOrNull(monitor.lastPingAt),
    createdAt: Date.parse(monitor.createdAt),
    downSince: timeOrNull(monitor.downSince),
    lastFailureAt: timeOrNull(monitor.lastFailureAt),
    severityRank: SEVERITIES.indexOf(monitor.severity),
  };
}

export function pingIDOf({ pingURL }: Pick<ListedMonitor, 'pingURL'>): string {
  return pingURL.slice(pingURL.lastIndexOf('/') + 1);
}

function timeOrNull(time: string | null): number | null {
  return time === null || time === '' ? null : Date.parse(time);
}
