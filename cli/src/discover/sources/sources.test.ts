import { describe, expect, test } from 'vitest';
import { planChanges } from '../changes/plan-changes.ts';
import { reportingOf } from '../detect-reporting.ts';
import type { ScheduleFile } from '../schedule-file.ts';
import { withoutHeader } from '../schedule-file.ts';
import { readAnacronJobs } from './anacron-jobs.ts';
import { type CrontabHost, readCrontabJobs, reasonForIdleness } from './crontab-jobs.ts';
import { readGitHubJobs } from './github-jobs.ts';
import { readKubernetesJobs } from './kubernetes-jobs.ts';

const NOW = Date.UTC(2026, 10, 23);
const SERVICE = 'https://overdue.example.com';
const PING_URL = `${SERVICE}/ping/7Jk2mQ9xWcV4nB8sL0pZtR`;
const HOST: CrontabHost = {
  timezone: 'Europe/Riga',
  now: NOW,
  exists: (path) => path === '/run/systemd/system',
  scripts: (folder) => ({ run: folder === '/etc/cron.daily' ? ['dpkg', 'man-db'] : [], ignored: [] }),
  program: 'debian',
  randomDelay: null,
  hasUser: () => true,
};

function crontab(text: string, crontabUser: string | null = 'ann'): ScheduleFile {
  const id = crontabUser === null ? '/etc/crontab' : `crontab of ${crontabUser}`;
  return { id, path: '', crontabUser, bytes: Buffer.from(`${text}\n`), problem: null, linkTarget: null };
}

function jobOf(text: string, crontabUser: string | null = 'ann') {
  return readCrontabJobs(crontab(text, crontabUser), HOST)[0];
}

describe('a line of a crontab', () => {
  test('a line of a user’s crontab does not name a user', () => {
    expect(jobOf('0 2 * * * backup /opt/run.sh')).toMatchObject({
      user: 'ann',
      command: 'backup /opt/run.sh',
      obstacle: null,
    });
    expect(jobOf('0 2 * * * backup /opt/run.sh', null)).toMatchObject({
      user: 'backup',
      command: '/opt/run.sh',
    });
  });

  test.each<[line: string, obstacle: string]>([
    ['@reboot root /opt/start', '@reboot'],
    ['0 2 * * * root test -e /run/systemd/system || run', '/run/systemd/system exists'],
    ['0 2 * * * root [ -x /usr/lib/x ] && /usr/lib/x', "/usr/lib/x doesn't exist"],
    ['0 2 * * * root run-parts --report /etc/cron.weekly', 'no scripts'],
    ['SHELL=/usr/bin/fish\n0 2 * * * root run', 'fish'],
    ['0 2 * * * root', 'no user'],
    ['61 2 * * * root run', 'minute'],
  ])('%j can’t be monitored', (line, obstacle) => {
    expect(jobOf(line, null)?.obstacle).toContain(obstacle);
  });

  test('a folder of scripts is one job with the name of the folder', () => {
    expect(jobOf('25 6 * * * root cd / && run-parts --report /etc/cron.daily', null)).toMatchObject({
      name: 'cron.daily',
      command: '/etc/cron.daily: dpkg, man-db',
      obstacle: null,
    });
  });

  test('Debian’s cron ignores CRON_TZ', () => {
    const job = jobOf('CRON_TZ=Asia/Tokyo\n0 2 * * * run');
    expect(job).toMatchObject({
      schedule: { timezone: 'Europe/Riga' },
      notes: [expect.stringContaining('CRON_TZ')],
    });
  });

  test('a line that sends waiting reports needs no monitor', () => {
    expect(jobOf('*/5 * * * * /usr/bin/overdue flush')?.obstacle).toContain('sends waiting reports');
    expect(jobOf('*/5 * * * * flush')?.obstacle).toBeNull();
  });

  test.each<[text: string, ignored: string]>([
    ['0 2 * * * root a\n0 99 * * * root b', 'line 2: the hour is wrong'],
    ['0 2 * * * nosuch a', 'line 1: there is no user nosuch'],
    ['MAILTO=\n0 2 * * * root a', 'line 1'],
    ['\r\n0 2 * * * root a', 'line 1'],
  ])('%j is not run by Debian’s cron', (text, ignored) => {
    const host = { ...HOST, hasUser: (name: string) => name === 'root' };
    const [job] = readCrontabJobs(crontab(text, null), host);
    expect(job?.ignored).toContain(`cron ignores /etc/crontab: ${ignored}`);
  });

  test('a crontab without a line break at the end is not run by Debian’s cron', () => {
    const file = { ...crontab('', null), bytes: Buffer.from('0 2 * * * root a') };
    expect(readCrontabJobs(file, HOST)[0]?.ignored).toContain('doesn’t end with a line break');
  });

  test('the times are those that cron understands', () => {
    expect(jobOf('0 2 * * MON#2 run')).toMatchObject({
      when: '0 2 * * MON#2',
      schedule: { cron: '0 2 * * MON' },
      notes: ['cron reads the times as 0 2 * * MON.'],
      edit: { before: '0 2 * * MON#2 ', command: 'run' },
    });
  });

  test('a crontab in Latin-1 keeps its bytes', () => {
    const bytes = Buffer.from('V=gr\xf6\n0 2 * * * a b\xf6\n', 'latin1');
    const file = { ...crontab(''), bytes };
    const [job] = readCrontabJobs(file, HOST);
    expect(job).toMatchObject({ obstacle: null, ignored: null });
    if (job === undefined) return;
    const planned = {
      job: { ...job, state: 'unmonitored', reason: '', monitorName: 'x', knownPingID: null },
      pingID: 'x',
      pingURL: PING_URL,
    } as const;
    const options = { files: new Map([[file.id, file]]), read: () => null, program: ['overdue'] };
    expect(planChanges([planned], options).changes[0]?.after?.toString('latin1')).toBe(
      `V=gr\xf6\n0 2 * * * overdue exec --ping ${PING_URL} -- /bin/sh -c 'a b\xf6'\n`,
    );
  });

  test.each([
    ['debian', 998],
    ['cronie', 131_071],
  ] as const)('a command of %s has at most %i bytes', (program, commandBytesMax) => {
    const [job] = readCrontabJobs(crontab('0 2 * * * a'), { ...HOST, program });
    expect(job?.edit).toMatchObject({ commandBytesMax });
  });

  describe('with cronie', () => {
    const cronie = (text: string) => readCrontabJobs(crontab(text), { ...HOST, program: 'cronie' });

    // crond draws a delay of 0 to RANDOM_DELAY minutes when it starts: load_entry in entry.c.
    test('RANDOM_DELAY lengthens the grace period of the lines after it', () => {
      const text =
        '0 * * * * a\nRANDOM_DELAY=45\n0 * * * * b\nRANDOM_DELAY=0\n0 * * * * c\nRANDOM_DELAY=1441\n0 * * * * d';
      expect(cronie(text).map(({ schedule }) => schedule?.graceDuration)).toEqual([360, 3060, 360, 360]);
      expect(jobOf('RANDOM_DELAY=45\n0 * * * * b')?.schedule?.graceDuration).toBe(360);
    });

    test('the option -n stays before the command', () => {
      expect(cronie('0 2 * * * -n run --all')).toMatchObject([
        { command: 'run --all', edit: { before: '0 2 * * * -n ', command: 'run --all' } },
      ]);
    });
  });

  test('only their place distinguishes equal lines of one file', () => {
    const jobs = readCrontabJobs(crontab('@daily a\n@daily a\n'), HOST);
    expect(jobs.map(({ place }) => place)).toEqual(['crontab of ann, line 1', 'crontab of ann, line 2']);
  });
});

test('the header that crontab adds is not part of a crontab', () => {
  const header =
    '# DO NOT EDIT THIS FILE - edit the master and reinstall.\n# (/tmp/x installed on Mon Nov 23 10:03:06 2026)\n' +
    '# (Cron version -- $Id: crontab.c,v 2.13 1994/01/17 03:20:37 vixie Exp $)\n';
  expect(withoutHeader(Buffer.from(`${header}# own\n@daily x\n`)).toString()).toBe('# own\n@daily x\n');
  expect(withoutHeader(Buffer.from('# own\n')).toString()).toBe('# own\n');
});

describe('a job reports', () => {
  test.each<[text: string, to: string]>([
    [`run; curl -fsS ${PING_URL}/$?`, 'overdue'],
    [`overdue exec --ping ${PING_URL} -- run`, 'overdue'],
    ['overdue exec --monitor nightly -- run', 'overdue'],
    [`wget -qO- ${SERVICE}/api/push/abcdef123456?status=up`, 'overdue'],
    [`curl ${SERVICE}/p/key/nightly?state=complete`, 'overdue'],
    [`runitor -uuid 1 -- run\nHC_API_URL=${SERVICE}/ping`, 'overdue'],
    ['/opt/overdue-exec.sh https://overdue.example.com/ping/x run', 'overdue'],
    ['curl https://hc-ping.com/6b8e4c1a-52fd-4c1e-9a3b-0d4f1f6f0c11', 'Healthchecks'],
    ['runitor -uuid 1 -- run', 'Healthchecks'],
    ['/usr/bin/cronitor exec d3x0c1 /opt/run.sh', 'Cronitor'],
    ['cronitor --api-key x exec d3x0c1 run', 'Cronitor'],
    ['sentry-cli monitors run nightly -- run', 'Sentry'],
    ['dms d3x0c1 /opt/run.sh', "Dead Man's Snitch"],
    ['run && curl https://nosnch.in/c2354d53d2', "Dead Man's Snitch"],
    ['run; curl "https://kuma.example.com/api/push/abcdef1234?status=up"', 'kuma.example.com'],
    ['curl https://uptime.betterstack.com/api/v1/heartbeat/x', 'Better Stack'],
    ['hchk 1 run', 'Healthchecks'],
    ['run && curl https://heartbeat.uptimerobot.com/x', 'UptimeRobot'],
    ['/opt/dms-sync run', 'nothing'],
    ['cronitor-check --all', 'nothing'],
    ['curl https://other.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR', 'other.example.com'],
    [`curl -O ${SERVICE}/downloads/file.tgz`, 'nothing'],
    [`curl ${SERVICE}/v1/monitors/`, 'nothing'],
    ['/opt/report-overdue.sh', 'nothing'],
  ])('%j: %s', (text, to) => {
    const reporting = reportingOf(text, SERVICE);
    expect(reporting.to === 'elsewhere' ? reporting.name : reporting.to).toBe(to);
  });

  test('if the address of the service is unknown, the form of the ping URL identifies the service', () => {
    expect(reportingOf(`curl ${PING_URL}`, null).to).toBe('overdue');
    expect(reportingOf('curl https://example.com/x', null).to).toBe('nothing');
  });

  test('a ping URL in a variable of the crontab is found', () => {
    const job = jobOf(`P=${PING_URL}\n0 2 * * * run && curl "\${P}/end"`);
    expect(reportingOf(job?.searchedText ?? '', SERVICE).to).toBe('overdue');
    expect(reportingOf(jobOf(`P=${PING_URL}\n0 2 * * * run`)?.searchedText ?? '', SERVICE).to).toBe(
      'nothing',
    );
  });
});

test.each<[command: string, isIdle: boolean]>([
  ['test -d /run/systemd/system || run', true],
  ['[ ! -d /run/systemd/system ] && run', true],
  ['[ -d /run/systemd/system ] && run', false],
  ['[ -x /nothing ] && run', true],
  ['test ! -x /nothing && run', false],
  ['run || true', false],
])('%j does nothing: %j', (command, isIdle) => {
  expect(reasonForIdleness(command, HOST.exists) !== null).toBe(isIdle);
});

test('anacron: the identifier names the job, whose period is its interval', () => {
  const text =
    'SHELL=/bin/sh\n# jobs\n1\t5\tcron.daily\trun-parts --report /etc/cron.daily\n@monthly 15 report /opt/report %x \n';
  const jobs = readAnacronJobs({ ...crontab(text, null), id: '/etc/anacrontab' }, HOST);
  expect(jobs).toMatchObject([
    { name: 'cron.daily', schedule: { interval: 86_400, graceDuration: 86_400 }, obstacle: null },
    {
      name: 'report',
      when: '@monthly',
      edit: { before: '@monthly 15 report ', command: '/opt/report %x', after: ' ' },
    },
  ]);
});

test('Kubernetes: CronJobs with their zones; a suspended one is left out', () => {
  const cronJob = (name: string, spec: object) => ({ metadata: { namespace: 'shop', name }, spec });
  const podSpec = { containers: [{ image: 'dump:1', command: ['pg_dump'], args: ['prod'] }] };
  const jobs = readKubernetesJobs(
    {
      items: [
        cronJob('dump', {
          schedule: '0 2 * * *',
          timeZone: 'Europe/Riga',
          jobTemplate: { spec: { template: { spec: podSpec } } },
        }),
        cronJob('old', { schedule: '@daily', suspend: true }),
      ],
    },
    { context: 'prod', now: NOW },
  );
  expect(jobs).toMatchObject([
    {
      name: 'shop/dump',
      command: 'pg_dump prod',
      schedule: { timezone: 'Europe/Riga' },
      tags: ['kubernetes', 'cluster:prod', 'namespace:shop'],
    },
    { name: 'shop/old', obstacle: 'The CronJob is suspended.' },
  ]);
});

test('Kubernetes: the rules of robfig/cron, which the controller uses', () => {
  const items = ['0/15 * * * *', '@every 5m', '0 0 */2 * 1', '0 0 * * 7'].map((schedule, index) => ({
    metadata: { namespace: 'shop', name: `job${index}` },
    spec: { schedule },
  }));
  expect(readKubernetesJobs({ items }, { context: 'prod', now: NOW })).toMatchObject([
    { when: '0/15 * * * *', schedule: { cron: '*/15 * * * *' }, obstacle: null },
    { schedule: { interval: 300, graceDuration: 60 }, obstacle: null },
    { schedule: { cron: '0 0 1-31/2 * 1' }, obstacle: null },
    { schedule: null, obstacle: expect.stringContaining('day of week') },
  ]);
});

describe('GitHub', () => {
  const workflow = (...crons: readonly string[]) =>
    `name: Nightly\non:\n  schedule:\n${crons.map((cron) => `    - cron: "${cron}"\n`).join('')}  push:\n`;
  const read = (text: string) =>
    readGitHubJobs([{ path: '.github/workflows/nightly.yml', text }], { repository: 'acme/shop', now: NOW });

  test('each schedule of a workflow, in UTC with a grace period for late starts', () => {
    expect(read(workflow('*/15 * * * *', '0 2 * * *')).jobs).toMatchObject([
      { name: 'Nightly', when: '*/15 * * * *', schedule: { timezone: 'Etc/UTC', graceDuration: 1800 } },
      { name: 'Nightly', when: '0 2 * * *', schedule: { graceDuration: 3600 } },
    ]);
    expect(read('on: push\n')).toEqual({ jobs: [], problems: new Map() });
  });

  // From "Events that trigger workflows: schedule" in GitHub's documentation.
  test('a step without a range goes to the end of the field', () => {
    expect(read(workflow('20/15 * * * *', '0/15 * * * *', '0 0 * * 1/2')).jobs).toMatchObject([
      { schedule: { cron: '20-59/15 * * * *' } },
      { schedule: { cron: '0-59/15 * * * *' } },
      { schedule: { cron: '0 0 * * 1-6/2' } },
    ]);
  });

  test('a run is expected every 5 minutes at most, and nicknames are refused', () => {
    expect(read(workflow('* * * * *', '@daily', '0 0 L * *', '0 0 * JUL WED')).jobs).toMatchObject([
      { schedule: { cron: '*/5 * * * *' }, notes: [expect.stringContaining('every 5 minutes')] },
      { obstacle: expect.stringContaining('nicknames') },
      { obstacle: expect.stringContaining('doesn’t know') },
      { schedule: { cron: '0 0 * JUL WED' }, obstacle: null },
    ]);
  });

  const multiplied = Array.from(
    { length: 30 },
    (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]\n`,
  );
  test.each(['a: [', 'on: *nope\n', `a0: &a0 x\n${multiplied.join('')}`])(
    'a workflow that can’t be read is a problem',
    (text) => {
      expect(read(text).problems.get('.github/workflows/nightly.yml')).toContain('valid YAML');
    },
  );
});
