import type { Ping } from '@overdue/domain/ping/event.ts';
import type { PingType } from '@overdue/domain/ping/ping.ts';
import { occurrenceAfter } from '@overdue/domain/schedule/occurrences.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import type { SampleJob } from './sample-jobs.ts';

export interface SamplePing {
  readonly ping: Ping;
  readonly body: string | null;
  readonly exitStatus: number | null;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = 14;
/**
 * Default outcomes of the last runs, which determine the status. These outcomes are fixed, so the status doesn't depend on the
 * time of day. Outcomes of earlier runs are random.
 */
const USUAL_ENDING = ['ok', 'ok', 'ok'] as const;

/** Returns the pings of a job until now, in order. `chance` returns a number from 0 to 1. */
export function historyOf(
  job: SampleJob,
  schedule: Schedule,
  now: number,
  chance: () => number,
): readonly SamplePing[] {
  if (job.silent === true) return [];
  const occurrences = occurrencesOf(job, schedule, now);
  const ending = job.ending ?? USUAL_ENDING;
  return occurrences
    .flatMap((at, place) => {
      const told = ending[place - (occurrences.length - ending.length)];
      const fate = told ?? (chance() < (job.failedShare ?? 0) ? 'fail' : 'ok');
      // Runs with a fixed outcome never exceed their time limit.
      return fate === 'miss' ? [] : runAt(job, { at, fate, isUsual: told !== undefined }, chance);
    })
    .filter(({ ping }) => ping.at < now)
    .sort((a, b) => a.ping.at - b.ping.at);
}

function occurrencesOf(job: SampleJob, schedule: Schedule, now: number): readonly number[] {
  const times: number[] = [];
  // If the last run is missed, the history ends before the grace period, so that the run already counts as missed.
  const until = now - (job.ending?.at(-1) === 'miss' ? job.graceMinutes + 2 : 0) * MINUTE;
  for (
    let at = occurrenceAfter(schedule, now - (job.days ?? DAYS) * DAY);
    at < until;
    at = occurrenceAfter(schedule, at)
  )
    times.push(at);
  return times;
}

function runAt(
  job: SampleJob,
  {
    at: occurrence,
    fate,
    isUsual,
  }: { readonly at: number; readonly fate: 'ok' | 'fail' | 'stuck'; readonly isUsual: boolean },
  chance: () => number,
): readonly SamplePing[] {
  const startAt = occurrence + Math.round((0.4 + chance() * 6) * 1000);
  const longTail = chance() < 0.04 && !isUsual ? 2.2 : 1;
  const ms = Math.round(job.seconds * 1000 * (0.8 + chance() * 0.4) * longTail);
  const rid = `${job.name.replaceAll(/\W+/g, '-')}-${Math.round(occurrence / 1000)}`;
  const ping = (type: PingType, at: number, more: Partial<Ping> = {}): Ping => ({
    kind: 'ping',
    at,
    type,
    rid: job.measured === true ? rid : null,
    durationMs: null,
    warnings: [],
    ...more,
  });
  const start = { ping: ping('start', startAt), body: null, exitStatus: null };
  if (fate === 'stuck') return [start];
  const isGood = fate === 'ok';
  const end = {
    ping: ping(isGood ? 'end' : 'fail', startAt + ms, job.measured === true ? {} : { durationMs: ms }),
    body: isGood ? goodLog(job, ms) : badLog(job),
    exitStatus: isGood ? 0 : 1,
  };
  return job.measured === true ? [start, end] : [end];
}

function goodLog(job: SampleJob, ms: number): string {
  return [
    `\u001b[1m==> ${job.name}\u001b[0m`,
    `\u001b[32m✓\u001b[0m finished in ${(ms / 1000).toFixed(1)} s`,
    `  rows: ${Math.round(ms / 7)}`,
  ].join('\n');
}

function badLog(job: SampleJob): string {
  return [
    `\u001b[1m==> ${job.name}\u001b[0m`,
    '\u001b[33mwarning\u001b[0m: retrying (1 of 3) after 5 s',
    '\u001b[33mwarning\u001b[0m: retrying (2 of 3) after 10 s',
    '\u001b[31;1merror\u001b[0m: could not connect to server: Connection refused',
    '\tIs the server running on host "db-01" (10.0.3.14) and accepting',
    '\tTCP/IP connections on port 5432?',
    '\u001b[2mexit status 1\u001b[0m',
  ].join('\n');
}
