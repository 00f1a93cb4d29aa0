import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findHostJobs } from '../../../cli/src/discover/find-jobs.ts';
import { openHost } from '../../../cli/src/discover/host.ts';
import { CRON_CASES, type CronCase } from '../../../cli/test/cron-cases.ts';
import { until } from '../running-server.ts';
import { fetchCronie, type Tool, testWithTool } from './fetched-tools.ts';
import { findProgram } from './prerequisites.ts';

/** Script that runs in its own namespace, hides the crontabs of this machine, and starts cron. */
const SCRIPT = `
mount --make-rprivate /
mount --bind "$1/etc/cron.d" /etc/cron.d
mkdir -p "/var/spool/$2"
mount --bind "$1/var/spool/$2" "/var/spool/$2"
mount --bind "$1/etc/passwd" /etc/passwd
mount -t tmpfs tmpfs /run
if [ -e /etc/crontab ]; then mount --bind /dev/null /etc/crontab; fi
exec "$3" "$4"
`;

interface Cron {
  readonly name: string;
  readonly option: string;
  readonly spool: string;
  readonly answer: 'debian' | 'cronie';
  /** Finds or builds the program. If that is impossible, returns the reason as text. */
  readonly fetchTool: () => Promise<Tool | string>;
}

const PROGRAMS: readonly Cron[] = [
  { name: 'cron', option: '-f', spool: 'cron/crontabs', answer: 'debian', fetchTool: findCron },
  { name: 'crond', option: '-n', spool: 'cron', answer: 'cronie', fetchTool: fetchCronie },
];

async function findCron(): Promise<Tool | string> {
  const cron = findProgram('cron');
  if (cron === null) return 'cron is missing';
  return mayMount() ? { program: cron, args: [], env: {} } : NO_NAMESPACE;
}

const NO_NAMESPACE = 'Only root can run cron in a namespace of its own, and only where unshare is permitted';

function mayMount(): boolean {
  return (
    process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0
  );
}

/** Writes a case as a crontab of the image. Replaces `RUN x` with a command that creates a file. */
function writeCase(
  root: string,
  spool: string,
  { item, index }: { readonly item: CronCase; readonly index: number },
): void {
  const text = item.text.replaceAll(/RUN (\w)/g, `touch ${root}/ledger/${index}-$1`);
  const folder = item.isSystem ? 'etc/cron.d' : `var/spool/${spool}`;
  const path = join(root, folder, item.fileName ?? `case${index}`);
  const target = item.kind === undefined ? path : join(root, 'targets', String(index));
  writeFileSync(target, text);
  chmodSync(target, item.mode ?? (item.isSystem ? 0o644 : 0o600));
  chownSync(target, item.owner ?? 0, 0);
  if (item.kind === 'hard-link') linkSync(target, path);
  else if (item.kind !== undefined) symlinkSync(target, path);
  if (item.kind === 'link-of-user') lchownSync(path, 1, 1);
}

/** Makes an image with all cases. The targets of links have the same path within the image and outside. */
function makeImage(spool: string, program: string): string {
  const root = mkdtempSync(join(tmpdir(), 'overdue-cron-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['etc/cron.d', `var/spool/${spool}`, 'targets', 'ledger', 'usr/sbin'])
    mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(root, root, '..'), { recursive: true });
  symlinkSync('/', join(root, root));
  writeFileSync(join(root, 'usr/sbin', program), '');
  // PAM lets users without a password run jobs. Users with `x` would also need a line in /etc/shadow.
  const users = CRON_CASES.map((_, index) => `case${index}:*:0:0::/:/bin/sh\n`);
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0::/:/bin/sh\ndaemon:x:1:1::/:/bin/sh\n${users.join('')}`,
  );
  for (const [index, item] of CRON_CASES.entries()) writeCase(root, spool, { item, index });
  writeFileSync(join(root, 'etc/cron.d/last'), `* * * * * root echo x >> ${root}/ledger/last\n`);
  return root;
}

/** Returns the letters of the commands that have run, by the number of the case. */
function ran(root: string): readonly string[] {
  const names = readdirSync(join(root, 'ledger'));
  return CRON_CASES.map((_, index) =>
    ['a', 'b'].filter((letter) => names.includes(`${index}-${letter}`)).join(''),
  );
}

/** Returns the letters of the commands that `discover` offers to monitor. */
function found(root: string): readonly string[] {
  const host = openHost({ root, user: 'root', name: 'web1' });
  const { jobs } = findHostJobs(host, Date.now());
  const commands = jobs
    .filter(({ ignored, obstacle }) => ignored === null && obstacle?.includes('backwards') !== true)
    .map(({ command }) => command);
  return CRON_CASES.map((_, index) =>
    ['a', 'b']
      .filter((letter) => commands.some((text) => text.includes(`/ledger/${index}-${letter}`)))
      .join(''),
  );
}

const labelled = (letters: readonly string[]) =>
  Object.fromEntries(CRON_CASES.map(({ name }, index) => [name, letters[index]]));

describe.each(PROGRAMS)('$name', ({ name, option, spool, answer, fetchTool }) => {
  const expected = labelled(CRON_CASES.map((item) => item[answer]));

  test('discover finds the recorded lines', () => {
    expect(labelled(found(makeImage(spool, name)))).toEqual(expected);
  });

  const runsLines = async ({ program }: Tool) => {
    const root = makeImage(spool, name);
    const options = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c'];
    const cron = spawn('unshare', [...options, SCRIPT, 'sh', root, spool, program, option], {
      stdio: 'ignore',
    });
    onTestFinished(() => void cron.kill('SIGKILL'));
    // In the second minute, cron has started all commands of the first minute.
    const last = join(root, 'ledger/last');
    await until(() => expect(existsSync(last) ? readFileSync(last, 'utf8') : '').toContain('x\nx\n'), {
      timeout: 200_000,
      interval: 500,
    });
    // Commands may still be starting on a busy machine.
    await until(() => expect(labelled(ran(root))).toEqual(expected), { timeout: 60_000, interval: 500 });
  };
  testWithTool(`${name} runs the recorded lines, and no others`, fetchTool, runsLines, {
    isOptional: answer === 'cronie' || !mayMount(),
  });
});
