import { PING_ID_LENGTH } from '@overdue/domain/ping/ping.ts';
import type { ManifestJob } from './changes/manifest.ts';
import { reportingOf } from './detect-reporting.ts';
import type { FoundJob } from './job.ts';
import { proposeName } from './propose-name.ts';

/**
 * `elsewhere`: the job reports to another service.
 * `skipped`: the job can't be monitored, or does nothing.
 */
export type JobState = 'monitored' | 'elsewhere' | 'unmonitored' | 'skipped';

export interface AssessedJob extends FoundJob {
  readonly state: JobState;
  /** Why the job has this state; empty if there is nothing to add. */
  readonly reason: string;
  /** Name of the monitor, or proposed name. */
  readonly monitorName: string;
  /** Ping ID of the monitor that was created for the job earlier; null if there is none. */
  readonly knownPingID: string | null;
}

export interface AssessedHost {
  readonly jobs: readonly AssessedJob[];
  /** Jobs that an earlier run of the command edited and that are no longer on the host. */
  readonly gone: readonly ManifestJob[];
}

export interface AssessOptions {
  readonly hostName: string;
  /** Jobs that an earlier run of the command edited. */
  readonly known: readonly ManifestJob[];
  /** Names of other hosts and images by the ping IDs of their jobs. */
  readonly foreign: ReadonlyMap<string, string>;
  /** Address of Overdue; null if unknown. */
  readonly serviceURL: string | null;
  /** Whether the file or source of a job was read completely. Only then does a missing job count as gone. */
  readonly wasRead: (job: ManifestJob) => boolean;
}

/** Matches ping IDs in the format that this command generates. */
export const PING_IDS = new RegExp(String.raw`\b[A-Za-z0-9]{${PING_ID_LENGTH}}\b`, 'g');

/** Returns the state of each job, and the jobs of earlier runs of the command that are gone from the host. */
export function assessJobs(found: readonly FoundJob[], options: AssessOptions): AssessedHost {
  const byKey = new Map(options.known.map((job) => [job.key, job]));
  const byPingID = new Map(options.known.map((job) => [job.pingID, job]));
  const seen = new Set<string>();
  const used = new Set(options.known.map(({ name }) => name));
  const jobs = found.map((job): AssessedJob => {
    const pingIDs = job.searchedText.match(PING_IDS) ?? [];
    const named = pingIDs.filter((id) => byPingID.has(id));
    const foreign = pingIDs.find((id) => options.foreign.has(id) && !byPingID.has(id));
    for (const id of named) seen.add(id);
    const monitor = byPingID.get(named[0] ?? '') ?? byKey.get(job.key) ?? null;
    const { state, reason } = stateOf(job, {
      known: monitor,
      isNamed: named.length > 0,
      serviceURL: options.serviceURL,
    });
    const monitorName =
      monitor?.name ?? (state === 'unmonitored' ? proposeName(job, options.hostName, used) : '');
    const notes =
      foreign === undefined ? job.notes : [...job.notes, foreignNote(options.foreign.get(foreign) ?? '')];
    return { ...job, notes, state, reason, monitorName, knownPingID: monitor?.pingID ?? null };
  });
  const keys = new Set(found.map(({ key }) => key));
  const gone = options.known.filter(
    (job) => job.isActive && options.wasRead(job) && !keys.has(job.key) && !seen.has(job.pingID),
  );
  return { jobs, gone };
}

function foreignNote(name: string): string {
  return `The line reports to the monitor of ${name}. If this host is a copy of ${name}, give it monitors of its own: overdue discover --undo, then overdue discover --apply.`;
}

function stateOf(
  job: FoundJob,
  {
    known,
    isNamed,
    serviceURL,
  }: { readonly known: ManifestJob | null; readonly isNamed: boolean; readonly serviceURL: string | null },
): Pick<AssessedJob, 'state' | 'reason'> {
  const reporting = reportingOf(job.searchedText, serviceURL);
  if (reporting.to === 'overdue' || isNamed) return { state: 'monitored', reason: job.ignored ?? '' };
  if (reporting.to === 'elsewhere')
    return { state: 'elsewhere', reason: `The job reports to ${reporting.name}.` };
  if (job.ignored !== null) return { state: 'skipped', reason: job.ignored };
  if (job.obstacle !== null) return { state: 'skipped', reason: job.obstacle };
  if (job.edit === null && known?.isActive === true)
    return { state: 'monitored', reason: 'The monitor exists. Make sure that the job calls its ping URL.' };
  return { state: 'unmonitored', reason: '' };
}
