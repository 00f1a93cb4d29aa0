import { BASE62 } from '@overdue/domain/access/base62.ts';
import {
  MONITOR_ALERTING_DEFAULT,
  PROJECT_ALERTING_DEFAULT,
} from '@overdue/domain/alerting/alert-settings.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { slugify } from '@overdue/domain/ping/slug.ts';
import { parseSchedule } from '@overdue/domain/schedule/parse-schedule.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import type { CommandInput } from '../server/src/database/records.ts';
import { newShortID, systemRandom } from '../server/src/platform/runtime/random.ts';
import { openSqliteStore } from '../server/src/store/sqlite/store.ts';
import type { Store } from '../server/src/store/store.ts';
import { historyOf } from './sample-history.ts';
import { SAMPLE_JOBS, type SampleJob } from './sample-jobs.ts';

const DAY = 86_400_000;
const MINUTE = 60;
const CHUNK = 500;
const ALLOWANCE = 1_000_000;

/** Fills a team's database with monitors and history. No server may have the database open. */
export async function fillSampleTeam(file: string, now: number): Promise<void> {
  const store = await openSqliteStore({ file, newID: () => systemRandom.uuid() });
  try {
    const [team] = await store.listTeams();
    if (team === undefined) throw new Error(`${file} has no team.`);
    const projects = await createProjects(store, team.id, now);
    const chance = pseudoRandom(7);
    const inputs: CommandInput[] = [];
    for (const job of SAMPLE_JOBS)
      inputs.push(...(await createJob({ store, teamID: team.id, projects, now, chance }, job)));
    inputs.sort((a, b) => a.command.at - b.command.at);
    for (let from = 0; from < inputs.length; from += CHUNK)
      await store.apply(inputs.slice(from, from + CHUNK));
  } finally {
    await store.close();
  }
}

async function createProjects(
  store: Store,
  teamID: string,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const name of new Set(SAMPLE_JOBS.map(({ project }) => project))) {
    const created = await store.projects.create({
      teamID,
      shortID: newShortID(systemRandom),
      name,
      createdAt: now - 100 * DAY,
      alerting: PROJECT_ALERTING_DEFAULT,
    });
    if (created.outcome !== 'created') throw new Error(`The project ${name} was refused.`);
    ids.set(name, created.record.id);
  }
  return ids;
}

interface Place {
  readonly store: Store;
  readonly teamID: string;
  readonly projects: ReadonlyMap<string, number>;
  readonly now: number;
  readonly chance: () => number;
}

async function createJob(
  { store, teamID, projects, now, chance }: Place,
  job: SampleJob,
): Promise<readonly CommandInput[]> {
  const schedule = scheduleOf(job);
  const createdAt = now - 95 * DAY;
  const pingID = systemRandom.text(BASE62, 22);
  const created = await store.createMonitor(
    {
      teamID,
      shortID: newShortID(systemRandom),
      pingID,
      normalizedPingID: pingID,
      createdAt,
      details: {
        name: job.name,
        slug: slugify(job.name),
        description: job.description ?? '',
        runbookURL: '',
        forwardTo: '',
        url: '',
        sealedCheck: '',
        tags: job.tags,
        projectID: projects.get(job.project) ?? 0,
        alerting: MONITOR_ALERTING_DEFAULT,
      },
      monitor: {
        rules: {
          kind: 'cron',
          schedule,
          maxRunMs: job.limitMinutes * MINUTE * 1000,
          alertAfterFailures: job.alertAfterFailures ?? 1,
          recoverAfterSuccesses: 1,
          manualResume: true,
          pingFilter: null,
        },
        state: newMonitorState({ kind: 'cron', createdAt, paused: false }),
      },
    },
    ALLOWANCE,
  );
  if (created.outcome !== 'created') throw new Error(`${job.name}: ${created.outcome}`);
  const monitorID = created.monitor.id;
  const pings = historyOf(job, schedule, now, chance).map(({ ping, body, exitStatus }) => ({
    monitorID,
    command: ping,
    request: {
      method: body === null ? ('GET' as const) : ('POST' as const),
      userAgent: 'curl/8.14.1',
      remoteAddress: '10.0.3.14',
      exitStatus,
      body: body === null ? null : new TextEncoder().encode(body),
    },
  }));
  return job.paused === true
    ? [...pings, { monitorID, command: { kind: 'pause', at: now - 3600_000 } }]
    : pings;
}

function scheduleOf(job: SampleJob): Schedule {
  const graceDuration = job.graceMinutes * MINUTE;
  const parsed = parseSchedule(
    'cron' in job.schedule
      ? { type: 'cron', ...job.schedule, graceDuration }
      : { type: 'interval', interval: job.schedule.everyMinutes * MINUTE, graceDuration },
  );
  if (!parsed.ok) throw new Error(`${job.name}: ${JSON.stringify(parsed.problems)}`);
  return parsed.schedule;
}

/** Pseudorandom numbers, so that the team is always the same. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
