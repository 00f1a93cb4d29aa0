import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CommandError, usageError } from '../command-line.ts';
import type { Host } from './host.ts';
import type { FoundJob } from './job.ts';
import { readGitHubJobs } from './sources/github-jobs.ts';
import { readKubernetesJobs } from './sources/kubernetes-jobs.ts';

/** Maximum workflow files of a repository. */
const WORKFLOWS_MAX = 1000;

/** Reads the CronJobs of the current context of kubectl. */
export function findKubernetesJobs(host: Host, now: number): readonly FoundJob[] {
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
export function findGitHubJobs(host: Host, folder: string, now: number): readonly FoundJob[] {
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
