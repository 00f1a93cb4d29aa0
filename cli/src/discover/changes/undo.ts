import { CommandError } from '../../command-line.ts';
import type { Host } from '../host.ts';
import { readBackups } from './changeset.ts';
import {
  type Manifest,
  type ManifestChange,
  type ManifestChangeset,
  type ManifestJob,
  writeManifest,
} from './manifest.ts';
import type { Change } from './plan-changes.ts';
import { reloadUnits } from './reload-units.ts';
import { isSameContent, readCurrentContent, writeChange } from './write-change.ts';

/** A file to restore, and the jobs that no longer report afterwards. */
interface Restoration {
  readonly change: Change;
  readonly pingIDs: readonly string[];
}

export interface UndoPlan {
  readonly manifest: Manifest;
  readonly changeset: ManifestChangeset;
  readonly restorations: readonly Restoration[];
  /** Jobs that no longer report already: their lines are gone, or they have no file on this host. */
  readonly donePingIDs: readonly string[];
  /** Messages about lines and files that can't be undone. */
  readonly kept: readonly string[];
}

export interface UndoOptions {
  readonly host: Host;
  readonly folder: string;
  readonly manifest: Manifest;
  /** Whether a job is to be undone. */
  readonly isChosen: (job: ManifestJob) => boolean;
  /** Whether lines and files that were changed by hand are restored too. */
  readonly force: boolean;
}

/**
 * Plans to undo the last run with `--apply` that isn't undone; null if there is none. Takes back only the lines that the command
 * wrote, so lines that a person has added or removed since stay as they are.
 */
export function planUndo({ host, folder, manifest, isChosen, force }: UndoOptions): UndoPlan | null {
  const changeset = manifest.changesets.findLast(({ isUndone }) => !isUndone);
  if (changeset === undefined) return null;
  const jobs = manifest.jobs.filter(({ pingID }) => changeset.pingIDs.includes(pingID));
  const chosen = new Set(jobs.filter(isChosen).map(({ pingID }) => pingID));
  const inFiles = new Set<string>();
  const restorations: Restoration[] = [];
  const donePingIDs: string[] = [];
  const kept: string[] = [];
  for (const [index, change] of changeset.changes.entries()) {
    const backups = readBackups(folder, { id: changeset.id, index, change });
    const pingIDs = jobs.map(({ pingID }) => pingID).filter((id) => backups.after?.includes(id) === true);
    for (const pingID of pingIDs) inFiles.add(pingID);
    const wanted = pingIDs.filter((id) => chosen.has(id));
    if (wanted.length === 0) continue;
    if (!isOfDiscover(change)) {
      kept.push(`${change.path} is not a file that this command edits, so it stays as it is.`);
      continue;
    }
    const current = readCurrentContent(host, change);
    const restored = restore({
      ...backups,
      current,
      wanted,
      isWhole: wanted.length === pingIDs.length,
      force,
    });
    kept.push(...restored.kept.map((problem) => `${change.originID}: ${problem}`));
    if (isSameContent(current, restored.content)) donePingIDs.push(...restored.pingIDs);
    else
      restorations.push({
        change: { ...change, before: current, after: restored.content },
        pingIDs: restored.pingIDs,
      });
  }
  donePingIDs.push(...[...chosen].filter((pingID) => !inFiles.has(pingID)));
  return { manifest, changeset, restorations, donePingIDs, kept };
}

/** Files that the command edits. A manifest that lists another file isn't its own. */
const FILES_OF_DISCOVER =
  /^(?:\/etc\/(?:crontab|anacrontab|cron\.d\/[^/]+)|\/var\/spool\/cron\/(?:crontabs\/|tabs\/)?[^/]+|crontab -l|\/.*\/systemd\/(?:system|user)\/[^/]+\.(?:service\.d\/overdue\.conf|service))$/;

function isOfDiscover({ path }: ManifestChange): boolean {
  return FILES_OF_DISCOVER.test(path) && !path.split('/').includes('..');
}

interface Texts {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  readonly current: Buffer | null;
  /** Ping IDs of the jobs to undo. */
  readonly wanted: readonly string[];
  /** Whether all jobs of the file are to be undone. */
  readonly isWhole: boolean;
  readonly force: boolean;
}

interface Restored {
  readonly content: Buffer | null;
  readonly pingIDs: readonly string[];
  readonly kept: readonly string[];
}

function restore({ before, after, current, wanted, isWhole, force }: Texts): Restored {
  const done = (content: Buffer | null): Restored => ({ content, pingIDs: wanted, kept: [] });
  if (current === null || isSameContent(current, before)) return done(current);
  if (isWhole && isSameContent(current, after)) return done(before);
  if (before === null || after === null)
    return force
      ? done(before)
      : { content: current, pingIDs: [], kept: ['The file was changed by hand. Use --force to restore it.'] };
  return restoreLines({ before, after, current, wanted, force });
}

/** Restores single lines. Latin-1 keeps every byte. */
function restoreLines({
  before,
  after,
  current,
  wanted,
  force,
}: Omit<Texts, 'before' | 'after' | 'current' | 'isWhole'> & {
  readonly before: Buffer;
  readonly after: Buffer;
  readonly current: Buffer;
}): Restored {
  const old = before.toString('latin1').split('\n');
  const edited = after.toString('latin1').split('\n');
  const lines = current.toString('latin1').split('\n');
  const pingIDs: string[] = [];
  const kept: string[] = [];
  for (const pingID of wanted) {
    const at = edited.findIndex((line) => line.includes(pingID));
    const now = lines.findIndex((line) => line.includes(pingID));
    const original = old[at] ?? '';
    const isOwn = now === -1 || lines[now] === edited[at];
    if (!isOwn && !force) {
      kept.push(`Line ${now + 1} was changed by hand. Use --force to restore this line: ${original}`);
      continue;
    }
    if (now !== -1) lines[now] = original;
    pingIDs.push(pingID);
  }
  return { content: Buffer.from(lines.join('\n'), 'latin1'), pingIDs, kept };
}

export interface UndoResult {
  readonly restored: readonly string[];
  /** Short IDs of the monitors whose jobs no longer report. */
  readonly monitors: readonly string[];
  readonly problems: readonly string[];
}

/** Restores the files. After a file that can't be written, continues with the next. */
export function undo(host: Host, folder: string, plan: UndoPlan): UndoResult {
  const { manifest, changeset } = plan;
  const pingIDs = new Set(plan.donePingIDs);
  const written: Change[] = [];
  const problems: string[] = [];
  for (const { change, pingIDs: undone } of plan.restorations) {
    try {
      writeChange(host, change);
      written.push(change);
      for (const pingID of undone) pingIDs.add(pingID);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      problems.push(error.message);
    }
  }
  const isUndone = ({ pingID }: ManifestJob) => pingIDs.has(pingID);
  const left = changeset.pingIDs.filter((pingID) => !pingIDs.has(pingID));
  writeManifest(folder, {
    ...manifest,
    jobs: manifest.jobs.map((job) => (isUndone(job) ? { ...job, isActive: false } : job)),
    changesets: manifest.changesets.map((candidate) =>
      candidate.id === changeset.id
        ? { ...candidate, pingIDs: left, isUndone: left.length === 0 }
        : candidate,
    ),
  });
  return {
    restored: written.map(({ path }) => path),
    monitors: manifest.jobs.filter(isUndone).flatMap(({ monitor }) => monitor ?? []),
    problems: [...problems, ...reloadUnits(host, written)],
  };
}
