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
    const [, name] = /^\s*url\s*=\s*\S*github\.com[:/](\S+?)(?:\.git)?\s*$/m.exec(config) ?? [];
    if (name !== undefined) return name;
  } catch {
    // The folder isn't a git repository, so the folder's name is returned below.
  }
  return basename(resolve(folder));
}
