import type { Clock } from '../platform/runtime/clock.ts';

/** Maximum checks of targets that answered last time, at the same time. */
const FAST_MAX = 800;
/** Maximum checks of targets that timed out last time. They never take the places of other targets. */
const SLOW_MAX = 200;
/** Maximum jobs that wait. */
const WAITING_MAX = 10_000;
const HOST_RUNNING_MAX = 2;
/** Minimum time between two checks of one host. */
const HOST_SPACING_MS = 200;
/** Maximum targets that are remembered because they timed out. */
const SLOW_TARGETS_MAX = 10_000;

export interface QueuedJob {
  readonly team: string;
  /** Host that the check puts load on. */
  readonly host: string;
  /** Identifies what is checked, to remember whether it timed out. */
  readonly target: string;
  /** Time that the job may wait for its start. */
  readonly waitMsMax: number;
}

export interface JobQueueOptions<Job extends QueuedJob> {
  readonly clock: Pick<Clock, 'after'>;
  /** Runs a job. Must not reject. */
  readonly run: (job: Job) => Promise<{ readonly isTimedOut: boolean }>;
  /** Called for a job that will not run, because it has waited too long or too many jobs wait. */
  readonly refuse: (job: Job) => void;
}

interface Waiting<Job> {
  readonly job: Job;
  readonly lane: Lane<Job>;
  readonly host: Host<Job>;
  /** Whether the job has been waiting for its host. */
  isReturned: boolean;
  isRefused: boolean;
  cancelTimeout: () => void;
}

interface Lane<Job> {
  readonly placesMax: number;
  running: number;
  /** Jobs of each team in order of arrival. The team that is first in the map is next. */
  readonly teams: Map<string, Waiting<Job>[]>;
}

interface Host<Job> {
  readonly name: string;
  /** Jobs that wait or run. */
  jobs: number;
  running: number;
  isSpaced: boolean;
  /** Jobs whose turn had come while the host was busy. */
  readonly waiting: Waiting<Job>[];
}

/**
 * Starts jobs as soon as there is a place and their host may be checked. Teams take turns, so that one team with many jobs doesn't
 * delay the others.
 */
export function createJobQueue<Job extends QueuedJob>({
  clock,
  run,
  refuse,
}: JobQueueOptions<Job>): { submit(job: Job): void } {
  const fast: Lane<Job> = { placesMax: FAST_MAX, running: 0, teams: new Map() };
  const slow: Lane<Job> = { placesMax: SLOW_MAX, running: 0, teams: new Map() };
  const hosts = new Map<string, Host<Job>>();
  const slowTargets = new Set<string>();
  let waiting = 0;

  function submit(job: Job): void {
    if (waiting >= WAITING_MAX) {
      refuse(job);
      return;
    }
    const lane = slowTargets.has(job.target) ? slow : fast;
    const entry: Waiting<Job> = {
      job,
      lane,
      host: findHost(job.host),
      isReturned: false,
      isRefused: false,
      cancelTimeout: () => {},
    };
    waiting += 1;
    entry.host.jobs += 1;
    line(lane, job.team).push(entry);
    entry.cancelTimeout = clock.after(job.waitMsMax, () => {
      entry.isRefused = true;
      waiting -= 1;
      leaveHost(entry.host);
      refuse(job);
    });
    startNext(lane);
  }

  function findHost(name: string): Host<Job> {
    const host = hosts.get(name) ?? { name, jobs: 0, running: 0, isSpaced: true, waiting: [] };
    hosts.set(name, host);
    return host;
  }

  function line(lane: Lane<Job>, team: string): Waiting<Job>[] {
    const entries = lane.teams.get(team) ?? [];
    lane.teams.set(team, entries);
    return entries;
  }

  function startNext(lane: Lane<Job>): void {
    while (lane.running < lane.placesMax) {
      const entry = takeNext(lane);
      if (entry === null) return;
      if (entry.isRefused) {
        // The job has taken the turn of its host.
        if (entry.isReturned) wakeHost(entry.host);
        continue;
      }
      if (isReady(entry.host)) start(entry);
      else if (entry.isReturned) entry.host.waiting.unshift(entry);
      else entry.host.waiting.push(entry);
    }
  }

  function takeNext({ teams }: Lane<Job>): Waiting<Job> | null {
    for (const [team, entries] of teams) {
      const entry = entries.shift();
      teams.delete(team);
      if (entries.length > 0) teams.set(team, entries);
      if (entry !== undefined) return entry;
    }
    return null;
  }

  function isReady({ running, isSpaced }: Host<Job>): boolean {
    return running < HOST_RUNNING_MAX && isSpaced;
  }

  function start(entry: Waiting<Job>): void {
    const { job, lane, host } = entry;
    entry.cancelTimeout();
    waiting -= 1;
    lane.running += 1;
    host.running += 1;
    host.isSpaced = false;
    clock.after(HOST_SPACING_MS, () => {
      host.isSpaced = true;
      wakeHost(host);
      forgetIfIdle(host);
    });
    void run(job).then(({ isTimedOut }) => {
      remember(job.target, isTimedOut);
      lane.running -= 1;
      host.running -= 1;
      leaveHost(host);
      wakeHost(host);
      startNext(lane);
    });
  }

  /** Returns the next job of a host that became ready to the front of its team. */
  function wakeHost(host: Host<Job>): void {
    if (!isReady(host)) return;
    while (host.waiting[0]?.isRefused === true) host.waiting.shift();
    const entry = host.waiting.shift();
    if (entry === undefined) return;
    entry.isReturned = true;
    line(entry.lane, entry.job.team).unshift(entry);
    startNext(entry.lane);
  }

  function leaveHost(host: Host<Job>): void {
    host.jobs -= 1;
    forgetIfIdle(host);
  }

  function forgetIfIdle(host: Host<Job>): void {
    if (host.jobs === 0 && host.isSpaced) hosts.delete(host.name);
  }

  function remember(target: string, isTimedOut: boolean): void {
    slowTargets.delete(target);
    if (!isTimedOut) return;
    slowTargets.add(target);
    const [oldest] = slowTargets;
    if (slowTargets.size > SLOW_TARGETS_MAX && oldest !== undefined) slowTargets.delete(oldest);
  }

  return { submit };
}
