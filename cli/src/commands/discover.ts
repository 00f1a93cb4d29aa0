import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { OverdueError } from '../../../sdk/src/error.ts';
import { addServiceOptions, openService } from '../api/connect.ts';
import { stateFolder } from '../config/state-folder.ts';
import { applyDiscovered } from '../discover/apply-discovered.ts';
import { isOpen } from '../discover/changes/changeset.ts';
import { diffOf } from '../discover/changes/diff.ts';
import {
  type Manifest,
  type ManifestJob,
  machineFolder,
  readManifest,
  readOtherManifests,
  writeManifest,
} from '../discover/changes/manifest.ts';
import { changeMonitors } from '../discover/changes/monitor-jobs.ts';
import {
  endJobs,
  outcomeOf,
  planUndo,
  type UndoPlan,
  undo,
  unlistedPlaces,
} from '../discover/changes/undo.ts';
import { type DiscoverOptions, discover, isChosen, serviceURLOf } from '../discover/discover.ts';
import { readPlacesOfLines } from '../discover/find-jobs.ts';
import { type Host, openHost } from '../discover/host.ts';
import { discoveredJSON, discoveredText } from '../discover/print-jobs.ts';
import { requireConfirmation } from '../print/confirm.ts';
import { visibleText } from '../print/plain.ts';
import { pluralize } from '../print/pluralize.ts';
import { printResult } from '../print/result.ts';
import { CommandError, type CommandLine, EXIT, usageError } from '../process/command-line.ts';
import { type FileLock, tryLock } from '../spool/file-lock.ts';

const EXAMPLES = `
Examples:
  overdue discover                        list everything scheduled on this host; sends and changes nothing
  overdue discover --apply                create a monitor for each job, and make the jobs report
  overdue discover --apply --except apt man-db
  overdue discover --undo                 undo the last --apply
  overdue discover --undo --only backup   undo only some of its jobs
  overdue discover --kubernetes           list CronJobs of the current context too
  overdue discover --github ~/src/shop    list scheduled workflows of a repository too
  overdue discover --root /mnt/image      read the crontabs and units of an image

Run the command as root to see the jobs of all users.

Exit status: 0, 1 if something could not be changed, 2 if an option is wrong, 3 if the service can't be reached, 4 if the token
is missing or not sufficient.`;

export function addDiscover(program: Command, cli: CommandLine): void {
  const command = program
    .command('discover')
    .description('list crontabs, timers and other scheduled jobs, and make them report')
    .option('--apply', 'create the monitors, and edit the crontabs and units after showing the difference')
    .option('--yes', 'change without asking; required without a terminal and with --json')
    .option('--undo', 'restore the crontabs and units that the last --apply changed, and pause its monitors')
    .option('--force', 'with --undo, restore lines and drop-ins that were changed by hand too')
    .option('--only <text...>', 'only jobs whose name or place contains one of these texts')
    .option('--except <text...>', 'leave out jobs whose name or place contains one of these texts')
    .option('--kubernetes', 'include the CronJobs of the current context of kubectl')
    .option('--github <folder>', 'include the scheduled workflows of a repository')
    .option('--root <folder>', 'read and edit a host image whose root is this folder')
    .option('--host <name>', 'name of the host in monitors and tags (default: its host name)')
    .option('--project <name>', 'project for new monitors (default: the default project of the team)')
    .option('--program <path>', 'path of the command "overdue" in the edited lines')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (options: DiscoverOptions) => {
    if (options.apply === true && options.undo === true) throw usageError('Use --apply or --undo, not both.');
    if (options.force === true && options.undo !== true) throw usageError('Use --force only with --undo.');
    try {
      const lock = options.apply === true || options.undo === true ? lockHost(cli) : null;
      await (options.undo === true ? runUndo : runDiscover)(cli, options);
      lock?.release();
    } catch (error) {
      throw isSystemError(error) ? new CommandError(error.message) : error;
    }
  });
}

/**
 * Keeps other runs from changing the host at the same time. The lock ends with the process. Null without the program `flock`, which
 * every Linux has.
 */
function lockHost(cli: CommandLine): FileLock | null {
  let lock: FileLock | null;
  try {
    lock = tryLock(join(stateFolder(cli.env), 'discover'), 'discover');
  } catch (error) {
    if (isSystemError(error) && error.syscall === 'spawnSync flock') return null;
    throw error;
  }
  if (lock !== null) return lock;
  throw new CommandError('Another "overdue discover" is changing this host. Try again when it has ended.');
}

/** Whether the system refused to read or write, for example because a disk is full. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function openHostOf({ root, host }: DiscoverOptions): Host {
  return openHost({ root: root ?? null, user: userInfo().username, name: host });
}

async function runDiscover(cli: CommandLine, options: DiscoverOptions): Promise<void> {
  const host = openHostOf(options);
  const discovered = discover(cli, host, options);
  if (options.json !== true)
    cli.write(discoveredText(cli, host, { ...discovered.assessed, hint: hintOf(cli, options) }));
  const done = options.apply === true ? await applyDiscovered(cli, host, { discovered, options }) : [];
  printResult(cli, {
    json: options.json,
    value: { ...discoveredJSON(host, discovered.assessed), done },
    text: () => visibleText(done.map((line) => `${line}\n`).join('')),
  });
}

/** Returns a hint that names the next command to run; empty with `--apply`. */
function hintOf(cli: CommandLine, options: DiscoverOptions): string {
  if (options.apply === true) return '';
  return serviceURLOf(cli, options) === null
    ? ' To monitor them, run "overdue login https://overdue.example.com", and then "overdue discover --apply".'
    : ' To monitor them: overdue discover --apply';
}

async function runUndo(cli: CommandLine, options: DiscoverOptions): Promise<void> {
  const host = openHostOf(options);
  const { folder, manifest, isCopy } = manifestToUndo(cli, host);
  const plan = planUndo({ host, manifest, isChosen: isChosen(options), force: options.force === true });
  if (plan.changes.length === 0) requireWork(plan);
  if (options.json !== true) cli.write(visibleText(`${plan.changes.map(diffOf).join('')}\n`));
  await requireConfirmation(cli, options, `Restore ${pluralize(plan.changes.length, 'file')}?`);
  // Fails before the first change if the list can't be written.
  writeManifest(folder, manifest);
  const { restored, kept, toPause, manifest: left } = undo(folder, plan);
  const paused = isCopy
    ? { monitors: [], problems: [], error: null }
    : await pauseMonitors(cli, toPause, options);
  if (paused.error === null) endJobs(folder, left, toPause);
  const problems = [...kept, ...paused.problems];
  for (const problem of problems) cli.writeError(`overdue: ${visibleText(problem)}\n`);
  if (problems.length > 0) cli.setStatus(EXIT.failed);
  printResult(cli, {
    json: options.json,
    value: { restored, kept: problems, paused: paused.monitors },
    text: () =>
      `Restored ${pluralize(restored.length, 'file')}. ${
        isCopy
          ? `The monitors of ${manifest.machine.name} stay active.`
          : `Paused ${pluralize(paused.monitors.length, 'monitor')} and kept the history.`
      }\n`,
  });
  if (paused.error !== null) throw paused.error;
}

/** Throws a CommandError if no file is to be restored and no monitor to be paused. */
function requireWork(plan: UndoPlan): void {
  const { done, toPause, kept } = outcomeOf(plan);
  const isOpenJob = ({ pingID }: ManifestJob) =>
    plan.manifest.changesets.some(({ pingIDs }) => pingIDs.includes(pingID));
  if (toPause.length > 0 || done.some(isOpenJob)) return;
  const reason = plan.chosen.some(isOpenJob)
    ? 'Nothing was undone.'
    : plan.manifest.changesets.some(isOpen)
      ? 'There is nothing to undo for the chosen jobs.'
      : 'There is nothing to undo.';
  throw new CommandError(visibleText([reason, ...kept].join('\n')));
}

/**
 * Returns the manifest of the host. A copy of a host has no manifest of its own, but that of the original; its monitors belong to
 * the original.
 */
function manifestToUndo(cli: CommandLine, host: Host) {
  const folder = machineFolder(cli.env, host);
  const own = readManifestOrName(folder, host);
  const canUndo = ({ changesets }: typeof own) => changesets.some(isOpen);
  if (canUndo(own)) return { folder, manifest: own, isCopy: false };
  const original = readOtherManifests(cli.env, host).find(
    ({ manifest }) => manifest.machine.root === host.root && canUndo(manifest),
  );
  return original === undefined ? { folder, manifest: own, isCopy: false } : { ...original, isCopy: true };
}

/** Reads the manifest. If it is damaged, the error names the places that run `overdue`. */
function readManifestOrName(folder: string, host: Host): Manifest {
  try {
    return readManifest(folder, host);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const places = unlistedPlaces(readPlacesOfLines(host), []);
    throw new CommandError(visibleText([error.message, ...places].join('\n')));
  }
}

interface Paused {
  /** Short IDs. */
  readonly monitors: readonly string[];
  readonly problems: readonly string[];
  /** Why the service could not be asked; null if it was. */
  readonly error: Error | null;
}

/** Pauses the monitors of jobs that no longer report. Otherwise the runs of these jobs would count as missed. */
async function pauseMonitors(
  cli: CommandLine,
  jobs: readonly ManifestJob[],
  options: DiscoverOptions,
): Promise<Paused> {
  const names = new Map(
    jobs.flatMap(({ monitor, name }) => (monitor === null ? [] : [[monitor, name] as const])),
  );
  if (names.size === 0) return { monitors: [], problems: [], error: null };
  try {
    const { client } = openService(cli, options);
    const results = await changeMonitors(client, [...names.keys()], 'pause');
    const problems = results
      .filter(({ done }) => !done)
      .map(({ shortID, message }) => `The monitor ${names.get(shortID)} was not paused. ${message}`);
    const monitors = results.filter(({ done }) => done).map(({ shortID }) => shortID);
    return { monitors, problems, error: null };
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof OverdueError)) throw error;
    const list = [...names.values()].join(', ');
    const problem = `These monitors expect runs until "overdue discover --undo" can pause them: ${list}`;
    return { monitors: [], problems: [problem], error };
  }
}
