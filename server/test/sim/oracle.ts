import { BLIND_AFTER_MS, RETRY_AFTER_RESTART_MS } from '@overdue/domain/blind-window.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import { storedStatus } from '@overdue/domain/monitor/state.ts';
import { latestOccurrenceAt, occurrenceAfter } from '@overdue/domain/schedule/occurrences.ts';
import type { ClockSchedule, IntervalSchedule } from '@overdue/domain/schedule/schedule.ts';
import { listOutbox } from '../store/outbox.ts';
import type { Downtime, Host } from './host.ts';
import { steadyOf } from './on-call.ts';
import type { RulesPeriod, SentPing, SimulatedJob } from './simulated-job.ts';

const ALL = { limit: 1_000_000 };
/** Maximum delay of a verdict after its deadline, unless the service is blind. */
const LAG_MS = 2500;
/**
 * Maximum time by which a blind window exceeds a downtime: back to the last recorded presence, and forward until calls succeed
 * again.
 */
const MARGIN_MS = 6000;

/**
 * Returns deadlines that passed long ago and that the watchdog has not judged, although it could have. After a downtime or a
 * refused ping, verdicts wait for the retries of the jobs.
 */
export async function findOverdue(
  host: Host,
  known: readonly SimulatedJob[],
  now: number,
): Promise<readonly string[]> {
  const mayWait = [host.downtimes.at(-1), host.refusals().at(-1)].some(
    (last) => last !== undefined && now - last.to < RETRY_AFTER_RESTART_MS + LAG_MS,
  );
  if (host.isDegraded() || mayWait) return [];
  const overdue: string[] = [];
  for (const { record } of known) {
    const monitor =
      (await host.disk().findMonitors(record.teamID, { shortIDs: [record.shortID] }))[0] ?? null;
    if (monitor === null) continue;
    const { nextExpectedAt, runLimitAt } = monitor.state;
    const missedAt = (nextExpectedAt ?? Number.POSITIVE_INFINITY) + monitor.rules.schedule.graceMs;
    const first = Math.min(missedAt, runLimitAt ?? Number.POSITIVE_INFINITY);
    if (first < now - LAG_MS) overdue.push(`Monitor ${record.id}, due at ${first}, is not judged at ${now}.`);
  }
  return overdue;
}

/** Returns alerts that have waited for long, although their channel works and the notifier could have sent them. */
export async function findUnsent(
  host: Host,
  teamIDs: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const last = host.downtimes.at(-1);
  if (host.isDegraded() || (last !== undefined && now - last.to < MARGIN_MS)) return [];
  const unsent: string[] = [];
  for (const teamID of teamIDs) {
    const filter = { channelShortID: steadyOf(teamID), state: 'waiting', limit: ALL.limit } as const;
    // Checks only the oldest delivery, because later deliveries may be waiting for it.
    const oldest = (await host.disk().listDeliveries(teamID, filter)).at(-1);
    if (oldest !== undefined && oldest.dueAt < now - MARGIN_MS)
      unsent.push(`Delivery ${oldest.key}, due at ${oldest.dueAt}, is not sent at ${now}.`);
  }
  return unsent;
}

/** Compares the stored history with the acknowledged requests and with the simulated truth. */
export async function findContradictions(
  host: Host,
  known: readonly SimulatedJob[],
  now: number,
  isAmbiguous: boolean,
): Promise<Findings> {
  const store = host.disk();
  const judged: Judged = { reported: 0, seen: 0, hidden: 0, either: 0, ended: 0, stuck: 0 };
  const found = [...(await store.check(100))];
  const alerts = await listOutbox(store, 0, 1_000_000);
  const alertsByTransition = new Map<number, number>();
  const alertedBlindWindows = new Set<string>();
  for (const { transitionID, blindWindowID, teamID, monitorID } of alerts) {
    if (transitionID !== null)
      alertsByTransition.set(transitionID, (alertsByTransition.get(transitionID) ?? 0) + 1);
    // Several runs of a monitor may be judged after the message about a window, each at its own time.
    if (blindWindowID === null || monitorID !== null) continue;
    const key = `${teamID} of blind window ${blindWindowID}`;
    if (alertedBlindWindows.has(key)) found.push(`Team ${key} was alerted twice.`);
    alertedBlindWindows.add(key);
  }
  if ((await store.listUnsettledBlindWindows()).length > 0) found.push('A blind window is not settled.');
  for (const job of known) {
    const { id, teamID, shortID } = job.record;
    const monitor = (await store.findMonitors(teamID, { shortIDs: [shortID] }))[0] ?? null;
    if (monitor === null) {
      if (!job.isDeleted) found.push(`Monitor ${id} is gone.`);
      continue;
    }
    const say = (finding: string) => void found.push(`Monitor ${id} (${job.style}): ${finding}`);
    const runs = await store.listRuns(id, ALL);
    checkEvents(job, await store.listEvents(id, ALL), monitor.state.eventCount, say);
    checkRows(runs, say);
    let status = 'new';
    for (const { id: transition, from, to, at } of (await store.listTransitions(id, ALL)).toReversed()) {
      if (from !== status || from === to) say(`${from}>${to} at ${at} follows ${status}`);
      const alertCount = alertsByTransition.get(transition) ?? 0;
      if (alertCount !== 1) say(`transition ${transition} has ${alertCount} alerts`);
      status = to;
    }
    if (status !== storedStatus(monitor.state))
      say(`is ${storedStatus(monitor.state)}, its story ends ${status}`);
    if (isAmbiguous) continue;
    const refusals = host.refusals().map((refusal) => ({ ...refusal, isRefusal: true }) as const);
    const downtimes = [...merge(host.downtimes), ...refusals];
    const rows = new Map(
      runs.flatMap((run) => (run.expectedAt === null ? [] : [[run.expectedAt, run] as const])),
    );
    const check: Check = { job, runs, rows, reports: reportsOf(job), downtimes, now, judged, say };
    for (const epoch of job.rulesPeriods) checkEpoch(check, epoch);
    checkOutcomes(check);
  }
  return { contradictions: found, judged };
}

/** Number of checked occurrences and runs, by expected result. */
type Judged = Record<'reported' | Visibility | 'ended' | 'stuck', number>;

interface Findings {
  readonly contradictions: readonly string[];
  readonly judged: Readonly<Judged>;
}

type Say = (what: string) => void;

function checkEvents(
  { sent }: SimulatedJob,
  events: readonly {
    readonly number: number;
    readonly type: string;
    readonly at: number;
    readonly runID: string;
    readonly request: { readonly userAgent: string };
  }[],
  count: number,
  say: Say,
): void {
  const inOrder = events.toReversed();
  if (count !== inOrder.length) say(`counts ${count} events, has ${inOrder.length}`);
  const byToken = new Map<string, number>();
  inOrder.forEach((event, index) => {
    if (event.number !== index + 1) say(`event ${event.number} is the ${index + 1}th`);
    if (byToken.has(event.request.userAgent)) say(`ping ${event.request.userAgent} is there twice`);
    byToken.set(event.request.userAgent, event.number);
  });
  for (const { token, outcome, number, type, at, rid, runID } of sent) {
    const stored = inOrder[(byToken.get(token) ?? 0) - 1];
    if (outcome === 'refused' && stored !== undefined) say(`ping ${token} was refused and is there`);
    if (outcome === 'waiting') say(`ping ${token} was never answered`);
    if (outcome !== 'acknowledged') continue;
    if (stored === undefined) say(`ping ${token} was acknowledged as ${number} and is lost`);
    else if (
      stored.number !== (number ?? stored.number) ||
      stored.type !== type ||
      stored.at !== at ||
      // A spooled ping may close a different run than its response says.
      (stored.runID !== runID && (number !== null || type === 'start' || rid !== null))
    )
      say(
        `ping ${token} was acknowledged as ${number} ${type} at ${at} of ${runID}, stored as ${JSON.stringify(stored)}`,
      );
  }
}

function checkRows(runs: readonly Run[], say: Say): void {
  const occurrences = new Set<number>();
  runs.toReversed().forEach(({ seq, expectedAt }, index) => {
    if (seq !== index + 1) say(`run ${seq} is the ${index + 1}th`);
    if (expectedAt === null) return;
    if (occurrences.has(expectedAt)) say(`the occurrence ${expectedAt} has two rows`);
    occurrences.add(expectedAt);
  });
}

/** Merges downtimes that overlap or touch. */
function merge(downtimes: readonly Downtime[]): readonly Downtime[] {
  const merged: Downtime[] = [];
  for (const { from, to } of downtimes.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(to, last.to) };
    else merged.push({ from, to });
  }
  return merged;
}

/**
 * Whether the service could see the period from an occurrence (or a start) to its deadline, despite downtimes; `either` if
 * uncertain.
 */
type Visibility = 'seen' | 'hidden' | 'either';

/** A period that may have hidden a report. A period of refused pings may also have left no blind window, if the process died. */
interface Hiding extends Downtime {
  readonly isRefusal?: true;
}

function visibilityOfOccurrence(
  downtimes: readonly Hiding[],
  expectedAt: number,
  deadline: number,
): Visibility {
  const touches = (margin: number) => (window: Downtime) =>
    [expectedAt, deadline].some((at) => at >= window.from - margin && at <= window.to + margin);
  const isTenth = (windows: readonly Hiding[], margin: number) => {
    const blindMs = windows
      .map(({ from, to }) => Math.min(to + margin, deadline) - Math.max(from - margin, expectedAt))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0);
    return blindMs > 0 && 10 * blindMs >= deadline - expectedAt;
  };
  if (isTenth(downtimes.filter(isBlind), 0)) return 'hidden';
  const seen = visibilityOf(downtimes, touches);
  return seen === 'seen' && isTenth(downtimes, MARGIN_MS) ? 'either' : seen;
}

/** Whether the period is certainly a blind window. */
function isBlind({ from, to, isRefusal }: Hiding): boolean {
  return isRefusal !== true && to - from > BLIND_AFTER_MS;
}

function visibilityOfRun(downtimes: readonly Hiding[], startedAt: number, deadline: number): Visibility {
  return visibilityOf(
    downtimes,
    (margin) =>
      ({ from, to }) =>
        startedAt <= to + margin && deadline >= from - margin,
  );
}

function visibilityOf(
  downtimes: readonly Hiding[],
  touches: (margin: number) => (window: Downtime) => boolean,
): Visibility {
  if (downtimes.filter(isBlind).some(touches(0))) return 'hidden';
  return downtimes.some(touches(MARGIN_MS)) ? 'either' : 'seen';
}

/**
 * A ping that is the first report of a run, according to the simulated job rather than the service. `sure` is false if this is
 * uncertain.
 */
interface Report {
  readonly at: number;
  readonly sure: boolean;
}

function reportsOf({ sent }: SimulatedJob): readonly Report[] {
  const rids = new Map<string, SentPing['outcome']>();
  const reports: Report[] = [];
  for (const { type, rid, at, outcome } of sent) {
    if (outcome === 'refused') continue;
    const earlier = rid === null ? undefined : rids.get(rid);
    if (earlier === 'acknowledged') continue;
    if (rid !== null) rids.set(rid, outcome);
    const opensRun = rid !== null || type === 'start' || type === 'ping';
    reports.push({ at, sure: outcome === 'acknowledged' && earlier === undefined && opensRun });
  }
  return reports;
}

/** All facts about one monitor. */
interface Check {
  readonly job: SimulatedJob;
  readonly runs: readonly Run[];
  /** Runs by occurrence. */
  readonly rows: ReadonlyMap<number, Run>;
  readonly reports: readonly Report[];
  readonly downtimes: readonly Hiding[];
  readonly now: number;
  readonly judged: Judged;
  readonly say: Say;
}

function checkEpoch(of: Check, epoch: RulesPeriod): void {
  if (epoch.rules === null) return;
  const { schedule } = epoch.rules;
  const judgeable = { ...epoch, to: Math.min(epoch.to, of.now) - LAG_MS };
  if (schedule.type === 'interval') checkInterval(of, schedule, judgeable);
  else checkOccurrences(of, schedule, judgeable);
}

/** Checks the stored result of each occurrence: whether a report came and, if not, whether the service could tell. */
function checkOccurrences(of: Check, schedule: ClockSchedule, epoch: RulesPeriod): void {
  const { rows, reports, downtimes, judged, say } = of;
  const first = reports.find(({ sure }) => sure);
  if (first === undefined) return;
  const start = Math.max(first.at, epoch.from);
  const belonging = Map.groupBy(reports, ({ at }) => {
    const before = latestOccurrenceAt(schedule, at) ?? 0;
    const after = occurrenceAfter(schedule, at);
    return after - Math.min(60_000, (after - before) / 10) <= at ? after : before;
  });
  const isOfEarlier = (at: number, than: number) =>
    of.runs.some((run) => run.expectedAt !== null && run.expectedAt < than && isOf(run, at));
  const waited = reports.map(({ at }) => at).filter((at) => mayHaveWaited(downtimes, at));
  let expectedAt = occurrenceAfter(schedule, occurrenceAfter(schedule, start));
  for (; expectedAt + schedule.graceMs < epoch.to; expectedAt = occurrenceAfter(schedule, expectedAt)) {
    const deadline = expectedAt + schedule.graceMs;
    const own = belonging.get(expectedAt) ?? [];
    const row = rows.get(expectedAt);
    const hasWaitedReport = waited.some(
      (at) => isOf(row, at) && at >= expectedAt && deadline >= at - BLIND_AFTER_MS,
    );
    // A report after a pause or an edit doesn't belong to an earlier occurrence.
    const certain = own.filter(({ at, sure }) => sure && at >= epoch.from && at < epoch.to);
    if (certain.length > 0 || hasWaitedReport) {
      judged.reported += 1;
      const isForEarlier = certain.every(({ at }) => waited.includes(at) && isOfEarlier(at, expectedAt));
      if (row === undefined || (isUnreported(row) && !isForEarlier))
        say(`a report for ${expectedAt} came, and it is ${row?.state}`);
    } else if (own.length === 0) {
      const state = visibilityOfOccurrence(downtimes, expectedAt, deadline);
      checkSilence(row, expectedAt, state, judged, say);
    } else if (row === undefined) {
      say(`the occurrence ${expectedAt} has no row`);
    }
  }
}

/**
 * Whether a report arrived in a brief gap, which lasts at most `BLIND_AFTER_MS`. Such a report may have waited, and then belongs to
 * the first occurrence that was awaited in the gap and has no report yet.
 */
function mayHaveWaited(downtimes: readonly Downtime[], at: number): boolean {
  return downtimes.some(({ from, to }) => at >= from && at <= to + MARGIN_MS);
}

/** Whether the first report of the run arrived at this time. */
function isOf(run: Run | undefined, at: number): boolean {
  return (run?.startedAt ?? run?.endedAt) === at;
}

function isUnreported(run: Run): boolean {
  return run.startedAt === null && run.endedAt === null;
}

function checkSilence(
  row: Run | undefined,
  expectedAt: number,
  state: Visibility,
  judged: Judged,
  say: Say,
): void {
  judged[state] += 1;
  const expected = { seen: ['missed'], hidden: ['unknown'], either: ['missed', 'unknown'] }[state];
  if (row === undefined || !expected.includes(row.state))
    say(`nobody reported for ${expectedAt}, which was ${state}: ${row?.state ?? 'no row'}`);
}

/** Checks that occurrences between two reports are one interval apart. */
function checkInterval(of: Check, { intervalMs, graceMs }: IntervalSchedule, epoch: RulesPeriod): void {
  const { rows, reports, downtimes, judged, say } = of;
  reports.forEach((report, index) => {
    if (report.at < epoch.from || !report.sure) return;
    const end = Math.min(reports[index + 1]?.at ?? Number.POSITIVE_INFINITY, epoch.to);
    for (let expectedAt = report.at + intervalMs; expectedAt + graceMs < end; expectedAt += intervalMs) {
      const row = rows.get(expectedAt);
      // After an occurrence without a report, the end of a downtime moves the next occurrence.
      const isNextMoved = downtimes.some(
        ({ from, to }) =>
          to + MARGIN_MS >= expectedAt && from - MARGIN_MS <= expectedAt + intervalMs + graceMs + MARGIN_MS,
      );
      // Skips the last occurrence before the next report, because that report may belong to it.
      const isLast = isNextMoved || expectedAt + intervalMs + graceMs >= end;
      if (row !== undefined && !isUnreported(row) && isLast) break;
      checkSilence(
        row,
        expectedAt,
        visibilityOfOccurrence(downtimes, expectedAt, expectedAt + graceMs),
        judged,
        say,
      );
      if (isNextMoved) break;
    }
    for (const row of rows.values()) {
      const missedInTime =
        row.state === 'missed' &&
        (row.expectedAt ?? 0) - intervalMs < report.at &&
        report.at <= (row.expectedAt ?? 0) + graceMs;
      if (missedInTime && (row.expectedAt ?? 0) > epoch.from + intervalMs && report.at < epoch.to)
        if ((row.expectedAt ?? 0) + graceMs < epoch.to)
          say(`${row.expectedAt} is missed, a report came at ${report.at}`);
    }
  });
}

/** Checks that runs with a rid end as their job reported, and that runs without an end time out. */
function checkOutcomes({ job: { sent, trueEnds }, runs, downtimes, now, judged, say }: Check): void {
  const byRunID = new Map(runs.map((run) => [run.runID, run]));
  for (const [rid, truth] of trueEnds) {
    const words = sent.filter((ping) => ping.rid === rid && ping.outcome !== 'refused');
    if (words.length === 0 || words.some(({ outcome }) => outcome !== 'acknowledged')) continue;
    const run = byRunID.get(rid);
    if (run === undefined) {
      say(`the run ${rid} has no row`);
      continue;
    }
    if (words.some(({ type }) => type !== 'start')) {
      judged.ended += 1;
      const state = truth === 'fail' ? 'failed' : 'succeeded';
      if (run.state !== state) say(`the run ${rid} is ${run.state} and not ${state}`);
      const start = words[0]?.type === 'start' ? words[0].at : null;
      // With two nodes, a ping may be stored before an earlier ping that was spooled.
      if (run.startedAt !== start && words.every(({ number }) => number !== null))
        say(`the run ${rid} started at ${run.startedAt} and not ${start}`);
    } else if (run.limitAt !== null && run.startedAt !== null) {
      const state = visibilityOfRun(downtimes, run.startedAt, run.limitAt);
      const expected = { seen: ['timed_out'], hidden: ['unknown'], either: ['timed_out', 'unknown'] }[state];
      judged.stuck += 1;
      const isOver = run.limitAt + LAG_MS < now;
      if (isOver ? !expected.includes(run.state) : run.limitAt > now && run.state !== 'running')
        say(`the run ${rid}, open since ${run.startedAt} and ${state}, is ${run.state}`);
    }
  }
}
