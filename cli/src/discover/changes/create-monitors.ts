import type { Client } from '../../../../sdk/src/client.ts';
import { CommandError } from '../../command-line.ts';
import { proposeTags } from '../propose-name.ts';
import type { PlannedJob } from './plan-changes.ts';

export interface NewMonitors {
  readonly jobs: readonly PlannedJob[];
  readonly hostName: string;
  readonly projectShortID: string | undefined;
}

export interface CreatedMonitors {
  /** Number of monitors that did not exist before. */
  readonly created: number;
  /** Short IDs of the monitors by their names. */
  readonly monitors: ReadonlyMap<string, string>;
}

/** Creates the monitors of all jobs, or none. Resumes monitors that exist already. */
export async function createMonitors(
  client: Client,
  { jobs, hostName, projectShortID }: NewMonitors,
): Promise<CreatedMonitors> {
  const text = JSON.stringify({ jobs: jobs.map((planned) => monitorInput(planned, hostName)) });
  const input = {
    source: 'discover' as const,
    files: [{ name: hostName, text }],
    ...(projectShortID === undefined ? {} : { projectShortID }),
  };
  const plan = await client.imports.run({ ...input, dryRun: true });
  const refused = plan.items.find(({ outcome }) => outcome === 'left_out' || outcome === 'collision');
  if (refused !== undefined)
    throw new CommandError(
      `The service refused ${refused.name}, so nothing was changed. ${refused.notes.join(' ')}`,
    );
  const result = await client.imports.run({ ...input, dryRun: false });
  const monitors = new Map(
    result.items.flatMap(({ name, monitorShortID }) =>
      monitorShortID == null ? [] : [[name, monitorShortID] as const],
    ),
  );
  const existing = result.items.filter(({ outcome }) => outcome === 'exists');
  const paused = existing.flatMap(({ monitorShortID }) => monitorShortID ?? []);
  // An earlier `--undo` may have paused these monitors.
  if (paused.length > 0) await client.monitors.bulk(paused, { type: 'resume' });
  return { created: result.items.length - existing.length, monitors };
}

function monitorInput({ job, pingID }: PlannedJob, hostName: string) {
  const { timezone = 'UTC', graceDuration = 0, interval, cron, onCalendar } = job.schedule ?? {};
  return {
    name: job.monitorName,
    pingID,
    // Omits the command, because commands may contain passwords.
    description: `From ${job.place}.`,
    tags: proposeTags(job, hostName),
    schedule: { interval, cron, onCalendar, timezone, graceDuration },
  };
}
