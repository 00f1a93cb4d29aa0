import type { Outage } from '@overdue/domain/incidents/incident.ts';
import { beganAt } from '@overdue/domain/monitor/run.ts';
import { type DayBorders, dayBorders } from '@overdue/domain/schedule/day-borders.ts';
import { countRun, noRuns, type RunCounts } from '@overdue/domain/statistics/run-counts.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { limitUpTo, timeOutput, timezoneInput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { findMonitor, monitorParams } from '../../monitors/find-monitor.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import { readRunsWithin } from './run-span.ts';

/** A leap year. */
const DAYS_MAX = 366;
const RUNS_READ_MAX = 100_000;
const OUTAGES_MAX = 50_000;

const count = (description: string, example: number) => z.int().meta({ description, example });

const day = z
  .object({
    from: timeOutput('Start of the day.', '2026-11-20T22:00:00.000Z'),
    to: timeOutput(
      'End of the day, exclusive; for the last day, the current time.',
      '2026-11-21T22:00:00.000Z',
    ),
    succeeded: count('Runs that succeeded.', 23),
    failed: count('Runs that failed or timed out.', 1),
    missed: count('Expected runs that were not reported.', 0),
    late: count('Runs that were reported after their deadline. They are also counted by outcome.', 1),
    unknown: count('Runs for which the service could not see pings.', 0),
    incidents: count('Incidents that opened.', 1),
    downSeconds: z
      .number()
      .meta({ description: 'Total time that monitors were down, in seconds.', example: 900 }),
  })
  .meta({ id: 'RunDay' });

const query = z.object({
  timezone: timezoneInput.default('UTC').meta({
    type: 'string',
    minLength: 1,
    description: 'IANA time zone of the days. Default: UTC.',
    example: 'Europe/Riga',
  }),
  days: limitUpTo(DAYS_MAX)
    .default(DAYS_MAX)
    .meta({ description: 'Number of days. The last one is today.', example: DAYS_MAX }),
});

const response = {
  days: z.array(day).meta({ description: 'Oldest first. A day lasts 23 or 25 hours if the clocks change.' }),
  truncated: z.boolean().meta({
    description: `Whether the days have more than ${RUNS_READ_MAX.toLocaleString('en')} stored runs or ${OUTAGES_MAX.toLocaleString('en')} incidents. Only the newest count.`,
    example: false,
  }),
};

/** Days of a monitor or a team, as the API lists them. */
interface DayList {
  readonly days: readonly z.output<typeof day>[];
  readonly truncated: boolean;
}

const listMonitorDays = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/days/',
  operationID: 'listMonitorDays',
  allowsProjectTokens: true,
  tag: 'History',
  summary: "List a monitor's days",
  description:
    'How the runs of each day ended, and how long the monitor was down. Runs already deleted by retention still count, on their UTC day. ' +
    'Downtime is known as long as incidents are kept.',
  permission: 'read',
  params: monitorParams,
  query,
  responses: success(200, 'The days.', response),
  errors: ['not_found', 'invalid'],
  async handle(request, parts) {
    const monitor = await findMonitor(request, parts);
    const { access, query, context } = request;
    const { store, clock, dayLists } = parts;
    const list = await dayLists.run({
      teamID: access.teamID,
      key: JSON.stringify([monitor.id, query]),
      signal: context.req.raw.signal,
      async compute(signal) {
        const days = dayBorders(query.timezone, clock.now(), query.days);
        const pruned = await store.countRunsByDay({ prunedOfMonitorID: monitor.id }, days);
        const { counts, truncated } = await addStored(store, monitor, { days, counts: pruned, signal });
        const list = await addDowntime(
          store,
          { teamID: monitor.teamID, monitorIDs: [monitor.id] },
          { days, counts, signal },
        );
        return { ...list, truncated: truncated || list.truncated };
      },
    });
    return respond(200, list);
  },
});

const listTeamDays = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/days/',
  operationID: 'listTeamDays',
  tag: 'History',
  summary: "List the team's days",
  description:
    'How the runs of all monitors ended on each day, including those of monitors deleted since, and how long monitors were down. ' +
    'Counts are kept for 400 days. Downtime is known as long as incidents are kept.',
  permission: 'read',
  query,
  responses: success(200, 'The days.', response),
  errors: ['invalid'],
  async handle({ access: { teamID }, query, context }, { store, clock, dayLists }) {
    const list = await dayLists.run({
      teamID,
      key: JSON.stringify(query),
      signal: context.req.raw.signal,
      async compute(signal) {
        const days = dayBorders(query.timezone, clock.now(), query.days);
        const counts = await store.countRunsByDay({ teamID }, days);
        return addDowntime(store, { teamID }, { days, counts, signal });
      },
    });
    return respond(200, list);
  },
});

export const DAY_ENDPOINTS = [listMonitorDays, listTeamDays];

interface CountedDays {
  readonly days: readonly DayBorders[];
  readonly counts: readonly RunCounts[];
  /** Aborted when no client waits for the list. */
  readonly signal: AbortSignal;
}

/** Adds the stored runs of a monitor to the counts of its deleted runs. */
async function addStored(
  store: V1Parts['store'],
  monitor: MonitorRecord,
  { days, counts, signal }: CountedDays,
): Promise<{ readonly counts: readonly RunCounts[]; readonly truncated: boolean }> {
  const countedDays = counts.map((pruned) => ({ ...noRuns(), ...pruned }));
  const { truncated } = await readRunsWithin(store, monitor, {
    from: days[0]?.from ?? 0,
    to: Number.MAX_SAFE_INTEGER,
    take(runs) {
      for (const run of runs) {
        const ofDay = countedDays[dayAt(days, beganAt(run))];
        if (ofDay !== undefined) countRun(ofDay, run);
      }
      return !signal.aborted;
    },
    readMax: RUNS_READ_MAX,
  });
  return { counts: countedDays, truncated };
}

/** Yields to pings before and after the incidents, because 50,000 incidents take tens of milliseconds. */
async function addDowntime(
  store: V1Parts['store'],
  { teamID, monitorIDs }: { readonly teamID: string; readonly monitorIDs?: readonly number[] },
  { days, counts, signal }: CountedDays,
): Promise<DayList> {
  await yieldToPings();
  signal.throwIfAborted();
  const outages = await store.listIncidentSummaries(teamID, {
    ...(monitorIDs === undefined ? {} : { monitorIDs }),
    openSince: days[0]?.from ?? 0,
    limit: OUTAGES_MAX + 1,
  });
  await yieldToPings();
  signal.throwIfAborted();
  const downtime = downtimeByDay(outages.slice(0, OUTAGES_MAX), days);
  return { days: writeDays(days, counts, downtime), truncated: outages.length > OUTAGES_MAX };
}

function writeDays(
  days: readonly DayBorders[],
  counts: readonly RunCounts[],
  downtime: readonly Downtime[],
): z.output<typeof day>[] {
  return days.map(({ from, to }, index) => {
    const { incidentCount, downMs } = downtime[index] ?? { incidentCount: 0, downMs: 0 };
    return {
      from: writeTime(from),
      to: writeTime(to),
      ...(counts[index] ?? noRuns()),
      incidents: incidentCount,
      downSeconds: Math.round(downMs / 1000),
    };
  });
}

interface Downtime {
  /** Incidents that opened on the day. */
  readonly incidentCount: number;
  /** Total time that monitors were down. */
  readonly downMs: number;
}

/** Returns the index of the day that contains a time; -1 before the first day. The last day has no end. */
export function dayAt(days: readonly DayBorders[], at: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((days[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function downtimeByDay(outages: readonly Outage[], days: readonly DayBorders[]): readonly Downtime[] {
  const downtime = days.map(() => ({ incidentCount: 0, downMs: 0 }));
  const end = days.at(-1)?.to ?? 0;
  for (const { openedAt, closedAt } of outages) {
    const opened = downtime[dayAt(days, openedAt)];
    if (opened !== undefined) opened.incidentCount += 1;
    const until = Math.min(closedAt ?? end, end);
    for (let index = Math.max(0, dayAt(days, openedAt)); index < days.length; index += 1) {
      const day = days[index];
      const ofDay = downtime[index];
      if (day === undefined || ofDay === undefined || day.from >= until) break;
      ofDay.downMs += Math.max(0, Math.min(until, day.to) - Math.max(openedAt, day.from));
    }
  }
  return downtime;
}
