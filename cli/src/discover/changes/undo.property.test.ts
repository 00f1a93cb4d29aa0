import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLongestRun } from '../../../../server/test/length.ts';
import { assessJobs } from '../assess-jobs.ts';
import { findHostJobs } from '../find-jobs.ts';
import { type Host, openHost } from '../host.ts';
import { isOpen } from './changeset.ts';
import { machineFolder, readManifest } from './manifest.ts';
import { editHost, needsMonitor } from './monitor-jobs.ts';
import { planChanges } from './plan-changes.ts';
import { endJobs, planUndo, undo } from './undo.ts';

const SERVICE = 'https://overdue.example.com';
const CRONTABS = [
  'etc/crontab',
  'etc/cron.d/a',
  'etc/cron.d/b',
  'var/spool/cron/crontabs/ann',
  'var/spool/cron/crontabs/bob',
];
const SYSTEM_UNITS = 'etc/systemd/system';
const FIRST: Readonly<Record<string, string>> = {
  'etc/hostname': 'web1\n',
  'etc/passwd': 'root:x:0:0::/srv:/bin/sh\nann:x:1:1::/srv/a:/bin/sh\nbob:x:2:2::/srv/b:/bin/sh\n',
  'usr/lib/systemd/systemd': '',
  [`${SYSTEM_UNITS}/t.timer`]: '[Timer]\nOnCalendar=daily\n',
  [`${SYSTEM_UNITS}/t.service`]: '[Service]\nExecStart=/bin/t\n',
  [`${SYSTEM_UNITS}/timers.target.wants/t.timer`]: '',
};

/** One step of a person, of the command, or of a fault. Numbers choose among the files and lines that exist. */
type Step =
  | { readonly kind: 'add'; readonly file: number; readonly command: string }
  | { readonly kind: 'edit'; readonly file: number; readonly line: number; readonly edit: keyof typeof EDITS }
  | { readonly kind: 'copy' | 'move'; readonly file: number; readonly line: number; readonly to: number }
  | { readonly kind: 'delete'; readonly file: number; readonly line: number }
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'drop-in'; readonly edit: 'append' | 'copy' | 'rename' | 'delete' }
  | { readonly kind: 'apply'; readonly fault: 'none' | 'refused' | 'killed'; readonly count: number }
  | { readonly kind: 'undo'; readonly only: string | null; readonly isRefused: boolean };

const HEAD = /^(#*(?:\S+ ){5})((?:root )?)/;

/** Edits of a line, the same whether the line runs through `overdue` or not. */
const EDITS = {
  times: (line: string) => line.replace(/^(#*)\S+ \S+/, '$15 6'),
  comment: (line: string) => `#${line}`,
  uncomment: (line: string) => line.replace(/^#+/, ''),
  prefix: (line: string) => line.replace(HEAD, '$1$2nice '),
  suffix: (line: string, mark: string) => `${line} >>/log/${mark}`,
  spaces: (line: string) => `${line}  `,
  return: (line: string) => `${line.replace(/\r$/, '')}\r`,
  within: (line: string) => line.replace(' exec --ping ', ' exec --quiet-success --ping '),
};

const NUMBER = fc.nat(99);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    file: NUMBER,
    command: fc.constantFrom(
      '/opt/run',
      'cd /x && /opt/run',
      'dump db-\\%F',
      'mail x%in',
      '/opt/gr\xf6\xdfe; x',
    ),
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    file: NUMBER,
    line: NUMBER,
    edit: fc.constantFrom(...(Object.keys(EDITS) as (keyof typeof EDITS)[])),
  }),
  fc.record({
    kind: fc.constantFrom('copy' as const, 'move' as const),
    file: NUMBER,
    line: NUMBER,
    to: NUMBER,
  }),
  fc.record({ kind: fc.constant('delete' as const), file: NUMBER, line: NUMBER }),
  fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom('a', 'c', 'a.disabled', 'b~') }),
  fc.record({
    kind: fc.constant('drop-in' as const),
    edit: fc.constantFrom('append' as const, 'copy' as const, 'rename' as const, 'delete' as const),
  }),
  fc.record({
    kind: fc.constant('apply' as const),
    fault: fc.constantFrom('none' as const, 'none' as const, 'refused' as const, 'killed' as const),
    count: fc.nat(4),
  }),
  fc.record({
    kind: fc.constant('undo' as const),
    only: fc.constantFrom(null, 'cron.d', 'dump'),
    isRefused: fc.boolean(),
  }),
);

/**
 * A host, and for each crontab its lines as they would be if the command had never run. Both get the same edits, so after an undo they
 * must be equal.
 */
interface TestHost {
  readonly root: string;
  readonly state: string;
  readonly untouched: Map<string, readonly string[]>;
  readonly read: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  readonly lines: (path: string) => readonly string[];
  /** Makes the same change to the lines of the host and to the untouched lines. */
  readonly setLines: (path: string, change: (lines: string[]) => void) => void;
  /** Returns the paths of the crontabs. */
  readonly paths: () => readonly string[];
  readonly dropIns: () => readonly string[];
  /** Returns a number that no other step of the test has. */
  readonly nextNumber: () => number;
}

function makeHost(): TestHost {
  const root = mkdtempSync(join(tmpdir(), 'overdue-undo-'));
  const untouched = new Map<string, readonly string[]>();
  let number = 0;
  const read = (path: string) => readFileSync(join(root, path), 'latin1');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, 'latin1');
    if (path.startsWith('var/spool')) chmodSync(join(root, path), 0o600);
  };
  const lines = (path: string) => (existsSync(join(root, path)) ? read(path).split('\n').slice(0, -1) : []);
  const setLines = (path: string, change: (lines: string[]) => void) => {
    const [real, other] = [[...lines(path)], [...(untouched.get(path) ?? [])]];
    change(real);
    change(other);
    untouched.set(path, other);
    write(path, real.map((line) => `${line}\n`).join(''));
  };
  for (const [path, text] of Object.entries(FIRST)) write(path, text);
  for (const [index, path] of CRONTABS.entries())
    setLines(path, (all) => all.push(lineIn(path, `/opt/first${index}`)));
  return {
    root,
    state: join(root, 'state'),
    untouched,
    read,
    write,
    lines,
    setLines,
    paths: () => [...untouched.keys()].filter((path) => existsSync(join(root, path))),
    dropIns: () =>
      readdirSync(join(root, SYSTEM_UNITS))
        .filter((name) => name.endsWith('.service.d'))
        .flatMap((folder) =>
          readdirSync(join(root, SYSTEM_UNITS, folder)).map((name) => `${SYSTEM_UNITS}/${folder}/${name}`),
        ),
    nextNumber: () => {
      number += 1;
      return number;
    },
  };
}

function openImage({ root }: TestHost): Host {
  return openHost({ root, user: 'root', name: undefined });
}

function lineIn(path: string, command: string): string {
  return `0 1 * * * ${path.startsWith('etc/') ? 'root ' : ''}${command}`;
}

function applyTo(test: TestHost, { fault, count }: Extract<Step, { kind: 'apply' }>): void {
  const host = openImage(test);
  const folder = machineFolder({ OVERDUE_STATE: test.state }, host);
  const found = findHostJobs(host, 0);
  const assessed = assessJobs(found.jobs, {
    hostName: 'web1',
    known: readManifest(folder, host).jobs,
    foreign: new Map(),
    serviceURL: SERVICE,
    wasRead: () => true,
  });
  const jobs = assessed.jobs.filter(needsMonitor).map((job) => {
    const pingID = job.knownPingID ?? `P${String(test.nextNumber()).padStart(21, '0')}`;
    return { job, pingID, pingURL: `${SERVICE}/ping/${pingID}` };
  });
  if (jobs.length === 0) return;
  const planned = planChanges(jobs, { files: found.files, read: host.read, program: ['/usr/bin/overdue'] });
  let left = count;
  const killed: Host = {
    ...host,
    linkTarget: (path) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return host.linkTarget(path);
    },
  };
  const blocked = fault === 'refused' ? block(test, count) : null;
  try {
    const result = editHost(
      { jobs, ...planned, monitors: new Map() },
      { host: fault === 'killed' ? killed : host, folder, now: 0 },
    );
    if (blocked === null) expect(result.failed).toEqual([]);
  } catch (error) {
    if (!(error instanceof Error && error.message === 'killed')) throw error;
  } finally {
    if (blocked !== null) rmdirSync(blocked);
  }
}

/** Makes files of one folder impossible to write, and returns the path to remove. */
function block(test: TestHost, count: number): string {
  const folder = ['etc', 'etc/cron.d', 'var/spool/cron/crontabs'][count % 3] ?? '';
  const path = join(test.root, folder, '.overdue-new');
  mkdirSync(path);
  return path;
}

function undoOn(test: TestHost, { only, isRefused }: Omit<Extract<Step, { kind: 'undo' }>, 'kind'>) {
  const host = openImage(test);
  const folder = machineFolder({ OVERDUE_STATE: test.state }, host);
  const manifest = readManifest(folder, host);
  const blocked = isRefused ? block(test, 1) : null;
  const plan = planUndo({
    host,
    manifest,
    isChosen: ({ name, place }) => only === null || name.includes(only) || place.includes(only),
    force: false,
  });
  const result = undo(folder, plan);
  if (blocked !== null) rmdirSync(blocked);
  endJobs(folder, result.manifest, result.toPause);
  return { ...result, chosen: plan.chosen, isOpen: result.manifest.changesets.some(isOpen) };
}

function perform(test: TestHost, step: Step): void {
  if (step.kind === 'apply') applyTo(test, step);
  else if (step.kind === 'undo') undoOn(test, step);
  else if (step.kind === 'drop-in') editDropIn(test, step.edit);
  else if (step.kind === 'rename') rename(test, step.name);
  else editLines(test, step);
}

function editLines(test: TestHost, step: Extract<Step, { readonly file: number }>): void {
  const paths = test.paths();
  const path = paths[step.file % paths.length];
  if (path === undefined) return;
  const mark = `m${test.nextNumber()}`;
  if (step.kind === 'add') test.setLines(path, (all) => all.push(lineIn(path, `${step.command} ${mark}`)));
  else if (test.lines(path).length > 0) {
    const at = step.line % test.lines(path).length;
    if (step.kind === 'delete') test.setLines(path, (all) => all.splice(at, 1));
    else if (step.kind === 'edit')
      test.setLines(path, (all) => all.splice(at, 1, EDITS[step.edit](all[at] ?? '', mark)));
    else
      copyLine(test, { path, at, to: paths[step.to % paths.length] ?? path, isMove: step.kind === 'move' });
  }
}

function copyLine(
  test: TestHost,
  {
    path,
    at,
    to,
    isMove,
  }: { readonly path: string; readonly at: number; readonly to: string; readonly isMove: boolean },
): void {
  const sources = [test.lines(path)[at] ?? '', test.untouched.get(path)?.[at] ?? ''];
  // The person adapts the user column when the line goes to a crontab of the other kind.
  test.setLines(to, (lines) => lines.unshift(adapted(sources.shift() ?? '', path, to)));
  if (isMove) test.setLines(path, (lines) => lines.splice(to === path ? at + 1 : at, 1));
}

function adapted(line: string, from: string, to: string): string {
  const [isFromSystem, isToSystem] = [from.startsWith('etc/'), to.startsWith('etc/')];
  if (isFromSystem === isToSystem) return line;
  return isToSystem ? line.replace(HEAD, '$1root ') : line.replace(HEAD, '$1');
}

function rename(test: TestHost, name: string): void {
  const to = `etc/cron.d/${name}`;
  const from = test.paths().find((path) => path.startsWith('etc/cron.d/') && path !== to);
  if (from === undefined || existsSync(join(test.root, to))) return;
  renameSync(join(test.root, from), join(test.root, to));
  test.untouched.set(to, test.untouched.get(from) ?? []);
  test.untouched.delete(from);
}

function editDropIn(test: TestHost, edit: Extract<Step, { kind: 'drop-in' }>['edit']): void {
  const [path] = test.dropIns();
  if (path === undefined) return;
  const text = test.read(path);
  if (edit === 'append') test.write(path, `${text}Nice=${test.nextNumber()}\n`);
  if (edit === 'copy') test.write(`${SYSTEM_UNITS}/u${test.nextNumber()}.service.d/overdue.conf`, text);
  if (edit === 'rename') renameSync(join(test.root, path), join(test.root, dirname(path), 'zz.conf'));
  if (edit === 'delete') rmSync(join(test.root, path));
}

/** Removes `overdue` with a rule that knows nothing of the list of jobs, and the shell that the command adds. */
function withoutOverdue(line: string): string {
  return withoutShell(line.replaceAll(/\S+ exec (?:--quiet-success )?--ping \S+ -- /g, ''));
}

function withoutShell(line: string): string {
  return line.replaceAll(/\/bin\/sh -c '([^']*)'/g, '$1');
}

/** The test writes many files, which takes longer on a busy machine. */
const TEST_MS_MAX = isLongestRun ? 900_000 : 120_000;
const runs = isLongestRun ? 1500 : 40;

test(
  'after every sequence of runs, faults and edits, undo leaves what people wrote, and names every line that still reports',
  () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 14 }), (steps) => {
        const test = makeHost();
        try {
          for (const step of steps) perform(test, step);
          const before = new Map(test.dropIns().map((path) => [path, test.read(path)]));
          // Undoes one run after the other.
          let result = undoOn(test, { only: null, isRefused: false });
          for (let count = 0; count < steps.length && result.isOpen; count += 1)
            result = undoOn(test, { only: null, isRefused: false });
          const kept = result.kept.join('\n');
          for (const path of test.paths()) {
            const lines = test.lines(path);
            expect(lines.map(withoutOverdue)).toEqual((test.untouched.get(path) ?? []).map(withoutShell));
            // Only a person's change within the words of the command keeps a line from being restored.
            expect(
              lines.filter((line) => line.includes('/usr/bin/overdue') && !line.includes('--quiet')),
            ).toEqual([]);
            for (const [index, line] of lines.entries())
              if (line.includes('/usr/bin/overdue') && !line.startsWith('#'))
                expect(kept).toContain(
                  `${path.startsWith('var') ? `crontab of ${path.slice(-3)}` : `/${path}`}: Line ${index + 1} `,
                );
          }
          for (const path of test.dropIns()) expect(kept).toContain(`/${path}`);
          // A drop-in that nobody has edited is gone.
          for (const [path, text] of before)
            if (!text.includes('Nice=')) expect(existsSync(join(test.root, path))).toBe(false);
        } finally {
          rmSync(test.root, { recursive: true });
        }
      }),
      { numRuns: runs },
    );
  },
  TEST_MS_MAX,
);
