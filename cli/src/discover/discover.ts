import type { ServiceOptions } from '../api/connect.ts';
import { CommandError, type CommandLine, EXIT } from '../command-line.ts';
import { credentialsOf } from '../config/credentials.ts';
import { type AssessedHost, assessJobs } from './assess-jobs.ts';
import {
  type Machine,
  type ManifestJob,
  machineFolder,
  readManifest,
  readOtherManifests,
} from './changes/manifest.ts';
import { findHostJobs, type HostJobs } from './find-jobs.ts';
import type { Host } from './host.ts';
import { type FoundJob, REMOTE_SOURCES } from './job.ts';
import { findGitHubJobs, findKubernetesJobs } from './remote-jobs.ts';

export interface DiscoverOptions extends ServiceOptions {
  readonly apply?: true;
  readonly yes?: true;
  readonly undo?: true;
  readonly force?: true;
  readonly root?: string;
  readonly host?: string;
  readonly kubernetes?: true;
  readonly github?: string;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly project?: string;
  readonly program?: string;
}

/** Jobs of a host with their states, and the crontabs that contain them. */
export interface Discovered extends HostJobs {
  readonly assessed: AssessedHost;
}

/** Maximum number of jobs in one run, equal to the limit of one import. */
const JOBS_MAX = 20_000;

/** Reads everything scheduled on a host. Sends nothing. */
export function discover(cli: CommandLine, host: Host, options: DiscoverOptions): Discovered {
  const now = cli.clock.now();
  const onHost = findHostJobs(host, now);
  const jobs = [
    ...onHost.jobs,
    ...(options.kubernetes === true ? findKubernetesJobs(host, now) : []),
    ...(options.github === undefined ? [] : findGitHubJobs(host, options.github, now)),
  ];
  if (jobs.length > JOBS_MAX)
    throw new CommandError(`Found ${jobs.length} jobs. The maximum is ${JOBS_MAX}.`);
  const readIDs = new Set(jobs.map(({ originID }) => originID));
  const assessed = assessJobs(jobs.filter(isChosen(options)), {
    hostName: host.name,
    known: readManifest(machineFolder(cli.env, host), host).jobs,
    foreign: foreignPingIDs(cli, host),
    serviceURL: serviceURLOf(cli, options),
    // Jobs that the options exclude count as unknown, not as gone.
    wasRead: (job) =>
      options.only === undefined &&
      options.except === undefined &&
      (readIDs.has(job.originID) || wasReadCompletely(job, host)),
  });
  return { ...onHost, assessed };
}

/** Returns the names of other hosts and images by the ping IDs of their jobs. */
function foreignPingIDs(cli: CommandLine, host: Host): ReadonlyMap<string, string> {
  return new Map(
    readOtherManifests(cli.env, host).flatMap(({ manifest: { machine, jobs } }) =>
      jobs
        .filter(({ isActive }) => isActive)
        .map(({ pingID }) => [pingID, machineText(machine, host)] as const),
    ),
  );
}

function machineText({ name, root }: Machine, host: Host): string {
  return root === host.root || root === '/' ? name : `${name} in ${root}`;
}

/**
 * Returns a filter for jobs whose name or place contains one of the texts in `only` and none of the texts in `except`.
 */
export function isChosen({
  only,
  except = [],
}: Pick<DiscoverOptions, 'only' | 'except'>): (job: Pick<FoundJob, 'name' | 'place'>) => boolean {
  return ({ name, place }) => {
    const hasOneOf = (texts: readonly string[]) =>
      texts.some((text) => name.includes(text) || place.includes(text));
    return (only === undefined || hasOneOf(only)) && !hasOneOf(except);
  };
}

/**
 * Whether the source of a known job was read completely, so that a job missing from the source is gone. Always false for clusters
 * and repositories, where only found jobs prove that the source was read.
 */
function wasReadCompletely({ originID }: ManifestJob, host: Host): boolean {
  if (REMOTE_SOURCES.some((source) => originID.startsWith(`${source} `))) return false;
  if (originID.startsWith('crontab of '))
    return ![...host.problems.keys()].some((path) => path.startsWith('/var/spool/cron'));
  return !host.problems.has(originID);
}

/** Returns the address of the service. Without a login, returns OVERDUE_URL or null, because listing jobs needs no service. */
export function serviceURLOf(cli: CommandLine, options: DiscoverOptions): string | null {
  try {
    return credentialsOf(options, cli.env).url;
  } catch (error) {
    if (error instanceof CommandError && error.exitStatus === EXIT.denied) return cli.env.OVERDUE_URL || null;
    throw error;
  }
}
