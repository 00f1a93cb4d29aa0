import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ServiceOptions } from '../api/connect.ts';
import { credentialsOf } from '../config/credentials.ts';
import { CommandError, type CommandLine, EXIT, usageError } from '../process/command-line.ts';
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
import { readGitHubJobs } from './sources/github-jobs.ts';
import { readKubernetesJobs } from './sources/kubernetes-jobs.ts';

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
  readonly caFile?: string;
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

/** Maximum workflow files of a repository. */
const WORKFLOWS_MAX = 1000;

/** Reads the CronJobs of the current context of kubectl. */
function findKubernetesJobs(host: Host, now: number): readonly FoundJob[] {
  const context = kubectl(host, ['config', 'current-context']).trim();
  const text = kubectl(host, ['get', 'cronjobs', '--all-namespaces', '--output=json']);
  try {
    return readKubernetesJobs(JSON.parse(text), { context, now });
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError('The output of kubectl is not JSON.');
    throw error;
  }
}

function kubectl(host: Host, args: readonly string[]): string {
  const result = host.run('kubectl', args);
  if (result === null)
    throw usageError(
      '--kubernetes needs the program kubectl on this machine, and can’t be used with --root.',
    );
  if (result.status === 0) return result.stdout.toString();
  throw new CommandError(`kubectl ${args.slice(0, 2).join(' ')} failed: ${result.stderr}`);
}

/** Reads the workflow files of a clone of a repository. */
function findGitHubJobs(host: Host, folder: string, now: number): readonly FoundJob[] {
  const workflows = join(folder, '.github/workflows');
  let names: string[];
  try {
    names = readdirSync(workflows).filter((name) => /\.ya?ml$/.test(name));
  } catch {
    throw usageError(`There is no folder ${workflows}. --github takes the folder of a repository.`);
  }
  const files = names
    .sort()
    .slice(0, WORKFLOWS_MAX)
    .map((name) => ({
      path: `.github/workflows/${name}`,
      text: readFileSync(join(workflows, name), 'utf8'),
    }));
  const { jobs, problems } = readGitHubJobs(files, { repository: repositoryOf(folder), now });
  for (const [path, problem] of problems) host.problems.set(join(folder, path), problem);
  return jobs;
}

/** Returns the owner and name of the repository on GitHub, or the name of the folder. */
function repositoryOf(folder: string): string {
  try {
    const config = readFileSync(join(folder, '.git/config'), 'utf8');
    for (const [, url = ''] of config.matchAll(/^[ \t]*url[ \t]*=(.*)$/gm)) {
      const name = nameOnGitHub(url.trim());
      if (name !== null) return name;
    }
  } catch {
    // The folder isn't a git repository, so the folder's name is returned below.
  }
  return basename(resolve(folder));
}

/** Returns the owner and name in an address of GitHub, such as `git@github.com:owner/name.git`; null for other addresses. */
function nameOnGitHub(url: string): string | null {
  const host = url.lastIndexOf('github.com');
  if (host === -1 || /\s/.test(url)) return null;
  return /^[:/](.+)$/.exec(url.slice(host + 'github.com'.length))?.[1]?.replace(/\.git$/, '') || null;
}
