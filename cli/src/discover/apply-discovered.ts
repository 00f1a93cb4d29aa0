import { randomInt } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { isSea } from 'node:sea';
import { BASE62 } from '@overdue/domain/access/base62.ts';
import { PING_ID_LENGTH } from '@overdue/domain/ping/ping.ts';
import type { Client } from '../../../sdk/src/client.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { openService } from '../api/connect.ts';
import { hasChannel, noChannelText } from '../monitors/alert-channels.ts';
import { requireConfirmation } from '../print/confirm.ts';
import { visibleText } from '../print/plain.ts';
import { pluralize } from '../print/pluralize.ts';
import { CommandError, type CommandLine, EXIT, usageError } from '../process/command-line.ts';
import type { AssessedJob } from './assess-jobs.ts';
import { withCompleted } from './changes/changeset.ts';
import { diffOf } from './changes/diff.ts';
import { machineFolder, readManifest, writeManifest } from './changes/manifest.ts';
import { type ApplyResult, monitorJobs, needsMonitor } from './changes/monitor-jobs.ts';
import { isTooLong, type PlannedJob, planChanges } from './changes/plan-changes.ts';
import type { Discovered, DiscoverOptions } from './discover.ts';
import type { Host } from './host.ts';

/** Edits the unmonitored jobs so that they report. Returns messages for the person who ran the command. */
export async function applyDiscovered(
  cli: CommandLine,
  host: Host,
  { discovered, options }: { readonly discovered: Discovered; readonly options: DiscoverOptions },
): Promise<readonly string[]> {
  const { url, client } = openService(cli, options);
  const program = overdueCommand(options.program, host);
  const caFile = caFileOf(cli, host, options);
  const planned = discovered.assessed.jobs.filter(needsMonitor).map((job) => plannedJob(job, url));
  const tooLong = planned.filter(({ job, pingURL }) => isTooLong(job, pingURL, { program, caFile }));
  const jobs = planned.filter((plannedJob) => !tooLong.includes(plannedJob));
  const notes = tooLong.map(
    ({ job }) =>
      `${job.place}: The changed line would be too long for its scheduler. Move the command into a script.`,
  );
  const folder = machineFolder(cli.env, host);
  if (jobs.length === 0) {
    const manifest = readManifest(folder, host);
    if (manifest.changesets.at(-1)?.isComplete === false) writeManifest(folder, withCompleted(manifest));
    return [...notes, 'Nothing to do: every job that can be monitored is monitored.'];
  }
  const { changes, written } = planChanges(jobs, {
    files: discovered.files,
    read: host.read,
    program,
    caFile,
  });
  const isForOthers = jobs.some(({ job }) => job.edit !== null && job.user !== host.user);
  if (!host.isImage && options.program === undefined && isForOthers) requireUsableByAll(program);
  if (caFile !== null && isForOthers && !isReadableByAll(host.locate(caFile)))
    throw new CommandError(
      `${caFile} can't be read by the jobs of other users. Make it readable, or add its certificates to those of the system.`,
    );
  if (options.json !== true) cli.write(visibleText(`${changes.map(diffOf).join('')}\n`));
  await requireConfirmation(
    cli,
    options,
    `Monitor ${pluralize(jobs.length, 'job')} and change ${pluralize(changes.length, 'file')}?`,
  );
  const projectShortID =
    options.project === undefined ? undefined : await findProject(options.project, client);
  const result = await monitorJobs(
    { jobs, changes, written, projectShortID },
    { host, client, folder, now: cli.clock.now() },
  );
  if (result.failed.length > 0) cli.setStatus(EXIT.failed);
  return [
    ...notes,
    ...result.failed,
    ...jobs
      .filter(({ job }) => job.edit === null)
      .map(({ job, pingURL }) => `Make ${job.place} report to ${pingURL}`),
    `${createdText(result)} Changed ${pluralize(result.changed.length, 'file')}. To undo the changes: overdue discover --undo`,
    ...(await channelNotes(client, url)),
    'To see what the jobs report: overdue list',
  ];
}

/** Returns a hint if no channel alerts people. Never fails, because the host is edited already. */
async function channelNotes(client: Client, url: string): Promise<readonly string[]> {
  try {
    return (await hasChannel(client)) ? [] : [noChannelText(url)];
  } catch (error) {
    if (error instanceof OverdueError) return [];
    throw error;
  }
}

function createdText({ created, existing }: ApplyResult): string {
  const also = existing === 0 ? '' : `; ${existing} existed already`;
  return `Created ${pluralize(created, 'monitor')}${also}.`;
}

function plannedJob(job: AssessedJob, serviceURL: string): PlannedJob {
  const pingID = job.knownPingID ?? newPingID();
  return { job, pingID, pingURL: `${serviceURL}/ping/${pingID}` };
}

function newPingID(): string {
  return Array.from({ length: PING_ID_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
}

/** Returns the short ID of a project. */
async function findProject(name: string, client: Client): Promise<string> {
  for await (const project of client.projects.all())
    if (project.shortID === name || project.name === name) return project.shortID;
  throw new CommandError(`There is no project ${name}.`, EXIT.usage);
}

/** Path where the package installs the command. */
const INSTALLED = '/usr/bin/overdue';
const FOR_OTHERS = 0o001;
const READABLE_BY_OTHERS = 0o004;

/**
 * Returns the command, as words, that jobs of this host use to run `overdue`. Paths are absolute, because cron knows only a short
 * PATH.
 */
function overdueCommand(wanted: string | undefined, { isImage }: Pick<Host, 'isImage'>): readonly string[] {
  if (wanted !== undefined) {
    if (isAbsolute(wanted)) return [wanted];
    throw usageError('--program must be an absolute path, because cron searches few folders for commands.');
  }
  if (isImage) return [INSTALLED];
  const own = isSea() ? process.execPath : realpathSync(process.argv[1] ?? '');
  if (existsSync(INSTALLED) && realpathSync(INSTALLED) === own) return [INSTALLED];
  return isSea() ? [own] : [process.execPath, own];
}

/**
 * Returns the file of certificates that the edited lines must name, because jobs have neither the options nor the variables of this
 * command; null if there is none, or if an image doesn't contain it.
 */
function caFileOf(cli: CommandLine, host: Host, options: DiscoverOptions): string | null {
  const file = options.caFile ?? (cli.env.OVERDUE_CA_FILE || null);
  return file !== null && host.exists(resolve(file)) ? resolve(file) : null;
}

function isReadableByAll(path: string): boolean {
  const modeOf = (each: string) => statSync(each, { throwIfNoEntry: false })?.mode ?? 0;
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder))
    if ((modeOf(folder) & FOR_OTHERS) === 0) return false;
  return (modeOf(path) & READABLE_BY_OTHERS) !== 0;
}

/** Throws unless every user can run the program. Otherwise jobs of other users would fail. */
function requireUsableByAll(program: readonly string[]): void {
  const hidden = program.find((path) => isAbsolute(path) && !isOpenToAll(path));
  if (hidden === undefined && !program.some((path) => path.includes('/_npx/'))) return;
  throw new CommandError(
    `${hidden ?? program.join(' ')} can't be run by the jobs of other users. Install the Overdue package, or name the command with --program.`,
  );
}

function isOpenToAll(path: string): boolean {
  for (let each = path; each !== '/'; each = dirname(each)) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return false;
    // Node only reads the script, so the script file needn't be executable.
    const isScript = each === path && !isSea() && path !== process.execPath;
    if (!isScript && (mode & FOR_OTHERS) === 0) return false;
  }
  return true;
}
