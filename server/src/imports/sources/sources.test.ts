import { readTimeSpan } from '@overdue/domain/schedule/systemd-timer.ts';
import { describe, expect, test } from 'vitest';
import type { ImportItem, SourceContent, SourceFile } from '../../compat/source/item.ts';
import { readSource } from '../read-source.ts';

const UUID = '6b8e4c1a-52fd-4c1e-9a3b-0d4f1f6f0c11';
const NOW = Date.parse('2026-11-23T06:00:00Z');
const OTHER_UUID = '7c9f5d2b-63ae-4d2f-8b4c-1e5a2a7a1d22';

function read(
  source: Parameters<typeof readSource>[0],
  ...contents: readonly (object | string | SourceFile)[]
): Promise<SourceContent> {
  const files = contents.map((content): SourceFile => {
    if (typeof content === 'string') return { name: 'file', text: content };
    return 'text' in content ? content : { name: 'file', text: JSON.stringify(content) };
  });
  return readSource(source, files, { timezone: 'UTC', now: NOW });
}

function only({ items, leftOut }: SourceContent): ImportItem {
  expect(leftOut).toEqual([]);
  expect(items).toHaveLength(1);
  const [item] = items;
  if (item === undefined) throw new Error('There is no item.');
  return item;
}

describe('Healthchecks', () => {
  const check = {
    name: 'Nightly dump',
    slug: 'nightly-dump',
    tags: 'prod db',
    desc: 'Dumps the database.',
    grace: 600,
    n_pings: 4,
    status: 'paused',
    uuid: UUID,
    channels: 'a,b',
    schedule: '0 2 * * *',
    tz: 'Europe/Riga',
  };

  test('keeps the ping ID, slug, tags, schedule, grace period and pause', async () => {
    expect(only(await read('healthchecks', { checks: [check] }))).toEqual({
      name: 'Nightly dump',
      slug: 'nightly-dump',
      pingID: UUID,
      description: 'Dumps the database.',
      tags: ['prod', 'db'],
      rules: {
        kind: 'cron',
        schedule: { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga', graceMs: 600_000 },
        maxRunMs: null,
        alertAfterFailures: 1,
        recoverAfterSuccesses: 1,
        manualResume: false,
        pingFilter: null,
      },
      paused: true,
      channels: null,
      badgeKey: null,
      statusAtSource: null,
      history: [],
      pastStatuses: [],
      notes: [],
    });
  });

  test.each([
    ['0/15 2 * * *', { type: 'cron', cron: '0-59/15 2 * * *' }],
    ['Mon..Fri 02:00', { type: 'oncalendar', onCalendar: 'Mon..Fri 02:00' }],
  ])('the schedule %s is read as Healthchecks reads it', async (schedule, expected) => {
    expect(
      only(await read('healthchecks', { checks: [{ ...check, schedule }] })).rules.schedule,
    ).toMatchObject(expected);
  });

  test('a check whose dates have passed is left out with this reason', async () => {
    const { leftOut } = await read('healthchecks', { checks: [{ ...check, schedule: '2020-01-01 00:00' }] });
    expect(leftOut).toMatchObject([{ reason: expect.stringMatching(/all its dates are in the past/) }]);
  });

  test('flips, which come newest first, keep their order within a second', async () => {
    const flips = [
      { timestamp: '2026-11-23T19:03:57+00:00', up: 1 },
      { timestamp: '2026-11-23T19:03:56+00:00', up: 0 },
      { timestamp: '2026-11-23T19:03:56+00:00', up: 1 },
    ];
    const item = only(
      await read('healthchecks', { checks: [{ slug: 's', timeout: 3600, grace: 60, flips }] }),
    );
    const at = Date.parse('2026-11-23T19:03:56Z');
    expect(item.pastStatuses).toEqual([
      { at, isUp: true },
      { at, isUp: false },
      { at: at + 1000, isUp: true },
    ]);
  });

  test('a simple check becomes an interval; a period below the minimum is raised and noted', async () => {
    const { rules, name } = only(
      await read('healthchecks', { checks: [{ slug: 's', timeout: 3600, grace: 60 }] }),
    );
    expect(rules.schedule).toEqual({
      type: 'interval',
      intervalMs: 3_600_000,
      timezone: 'UTC',
      graceMs: 60_000,
    });
    expect(name).toBe('s');
    const short = only(await read('healthchecks', { checks: [{ name: 'x', uuid: UUID, timeout: 5 }] }));
    expect(short.notes).toEqual([expect.stringContaining('5 s became 10 s')]);
  });

  test('an expression of systemd becomes a calendar schedule', async () => {
    const checks = [{ ...check, schedule: 'Mon..Fri 02:00\nSat 04:00' }];
    expect(only(await read('healthchecks', { checks })).rules.schedule).toEqual({
      type: 'oncalendar',
      onCalendar: 'Mon..Fri 02:00\nSat 04:00',
      timezone: 'Europe/Riga',
      graceMs: 600_000,
    });
  });

  test('keywords, methods and manual resume become rules, and older versions have keywords only for the subject', async () => {
    const filtered = {
      ...check,
      manual_resume: true,
      methods: 'POST',
      failure_kw: 'FAIL,ERROR',
      filter_http_body: true,
      filter_default_fail: true,
    };
    expect(only(await read('healthchecks', { checks: [filtered] })).rules).toMatchObject({
      manualResume: true,
      pingFilter: { methods: 'POST', searchHTTPBody: true, failureKeywords: 'FAIL,ERROR', otherwise: 'fail' },
    });
    const old = { ...check, subject: 'SUCCESS', subject_fail: '' };
    expect(only(await read('healthchecks', { checks: [old] })).rules).toMatchObject({
      pingFilter: { methods: 'any', searchSubject: true, successKeywords: 'SUCCESS' },
    });
  });

  test.each([
    ['up', '2026-11-21T08:15:30+00:00', { lastPingAt: Date.UTC(2026, 10, 21, 8, 15, 30), isDown: false }],
    ['grace', '2026-11-21T08:15:30+00:00', { lastPingAt: Date.UTC(2026, 10, 21, 8, 15, 30), isDown: false }],
    ['down', '2026-11-21T08:15:30+00:00', { lastPingAt: Date.UTC(2026, 10, 21, 8, 15, 30), isDown: true }],
    ['new', null, null],
    ['paused', '2026-11-21T08:15:30+00:00', null],
    ['up', 'yesterday', null],
  ])('the status %s after a ping at %s continues as %o', async (status, last_ping, statusAtSource) => {
    const content = await read('healthchecks', { checks: [{ ...check, status, last_ping }] });
    expect(only(content).statusAtSource).toEqual(statusAtSource);
  });

  test('a read-only key hides ping IDs, which is noted', async () => {
    const { pingID, notes } = only(
      await read('healthchecks', { checks: [{ name: 'x', unique_key: 'abc', timeout: 60 }] }),
    );
    expect(pingID).toBeNull();
    expect(notes).toEqual([expect.stringContaining('read-only key')]);
  });

  test('channels are named, and a check keeps its channels, unless it has all', async () => {
    const channels = [
      { id: 'a', name: 'Ops', kind: 'slack' },
      { id: 'b', name: '', kind: 'email' },
      { id: 'c', name: 'Boss', kind: 'sms' },
    ];
    const content = await read('healthchecks', {
      checks: [check, { ...check, channels: 'a,b,c' }, { ...check, channels: '' }],
      channels,
    });
    expect(content.items.map((item) => item.channels)).toEqual([['a', 'b'], 'all', []]);
    expect(content.channels.map(({ name, create }) => [name, create])).toEqual([
      ['Ops', null],
      ['email', null],
      ['Boss', null],
    ]);
  });

  test('an expression that Overdue refuses leaves the check out, with the reason', async () => {
    const { items, leftOut } = await read('healthchecks', {
      checks: [{ ...check, schedule: '0 0 30 2 *' }, check],
    });
    expect(items).toHaveLength(1);
    expect(leftOut).toEqual([{ name: 'Nightly dump', reason: expect.stringContaining('never fires') }]);
  });

  test('a check that can’t be read is left out by itself', async () => {
    expect((await read('healthchecks', { checks: [{ ...check, grace: 'long' }, 7] })).leftOut).toEqual([
      { name: 'Nightly dump', reason: 'These fields can’t be read: grace.' },
      { name: 'item 2', reason: 'These fields can’t be read: the item.' },
    ]);
  });

  test.each([['{'], ['{"a":1}'], ['"text"']])('%j is refused', async (text) => {
    await expect(read('healthchecks', text)).rejects.toThrow(/^The file is/);
  });

  test('texts are cut and cleaned, and each loss is noted', async () => {
    const item = only(
      await read('healthchecks', {
        checks: [
          {
            ...check,
            name: `a\u202E${'b'.repeat(300)}`,
            slug: 'Not a slug',
            tags: `${'t'.repeat(120)} ${Array.from({ length: 25 }, (_, n) => `t${n}`).join(' ')}`,
          },
        ],
      }),
    );
    expect(item.name).toBe(`a${'b'.repeat(199)}`);
    expect(item.tags).toHaveLength(20);
    expect(item.slug).toBeNull();
    expect(item.notes).toEqual([
      'The name was cut to 200 characters.',
      expect.stringContaining('The slug can’t be kept'),
      'A tag was cut to 100 characters.',
      expect.stringContaining('Not imported: t19, t20'),
    ]);
  });
});

describe('Better Stack', () => {
  test('a heartbeat keeps its ID, period, grace period and pause', async () => {
    const attributes = {
      url: 'https://uptime.betterstack.com/api/v1/heartbeat/abcd1234abcd1234abcd1234',
      name: 'Testing heartbeat',
      period: 10_800,
      grace: 300,
      call: true,
      paused_at: '2026-01-01T00:00:00Z',
      maintenance_from: '01:00:00',
    };
    expect(
      only(await read('better-stack', { data: [{ id: '1', type: 'heartbeat', attributes }] })),
    ).toMatchObject({
      name: 'Testing heartbeat',
      pingID: 'abcd1234abcd1234abcd1234',
      rules: {
        schedule: { type: 'interval', intervalMs: 10_800_000, graceMs: 300_000 },
      },
      paused: true,
      notes: [expect.stringContaining('maintenance'), expect.stringContaining('Phone calls')],
    });
  });
});

describe('Sentry', () => {
  const monitor = {
    name: 'Nightly',
    slug: 'nightly',
    status: 'active',
    isMuted: false,
    project: { slug: 'web' },
    environments: [{ name: 'production' }],
    config: {
      schedule_type: 'crontab',
      schedule: '0 2 * * *',
      checkin_margin: 5,
      max_runtime: 90,
      timezone: 'Europe/Riga',
      failure_issue_threshold: 3,
      recovery_threshold: 2,
    },
  };

  test('a monitor keeps its slug, schedule, margin, maximum runtime and thresholds', async () => {
    expect(only(await read('sentry', [monitor]))).toMatchObject({
      slug: 'nightly',
      pingID: null,
      tags: ['web'],
      rules: {
        schedule: { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga', graceMs: 300_000 },
        maxRunMs: 5_400_000,
        alertAfterFailures: 3,
        recoverAfterSuccesses: 2,
      },
      notes: [],
    });
  });

  test.each([
    [[2, 'hour'], 7_200_000, 0],
    [[1, 'month'], 2_592_000_000, 1],
  ])('the interval %j becomes %i ms', async (schedule, intervalMs, notes) => {
    const item = only(
      await read('sentry', [{ ...monitor, config: { schedule_type: 'interval', schedule } }]),
    );
    expect(item).toMatchObject({
      rules: {
        schedule: { type: 'interval', intervalMs, graceMs: 60_000 },
        maxRunMs: 1_800_000,
      },
    });
    expect(item.notes).toHaveLength(notes);
  });

  test('an unknown unit leaves the monitor out', async () => {
    const config = { schedule_type: 'interval', schedule: [1, 'fortnight'] };
    expect((await read('sentry', [{ ...monitor, config }])).leftOut).toHaveLength(1);
  });
});

describe('Cronitor', () => {
  const YAML = `jobs:
  - key: nightly-backup
    name: Nightly backup
    schedule: 0 2 * * *
    timezone: Europe/Riga
    grace_seconds: 300
    failure_tolerance: 1
    tags: [prod]
    group: db
    note: Dumps.
    assertions: ["metric.duration < 15min", "metric.count > 1"]
checks:
  - key: home
    schedule: every 1 min
jobs:
  - key: second
    schedule: every 5 minutes
`;

  test('the YAML of an export, with a repeated section', async () => {
    const { items, leftOut } = await read('cronitor', YAML);
    expect(leftOut).toEqual([{ name: 'home', reason: expect.stringContaining('website') }]);
    expect(items).toMatchObject([
      {
        name: 'Nightly backup',
        slug: 'nightly-backup',
        description: 'Dumps.',
        tags: ['prod', 'db'],
        rules: {
          schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga', graceMs: 300_000 },
          maxRunMs: 900_000,
          alertAfterFailures: 2,
        },
        notes: [expect.stringContaining('metric.count')],
      },
      { slug: 'second', rules: { schedule: { intervalMs: 300_000 } } },
    ]);
  });

  test('sections that map keys to settings, and the JSON of the API', async () => {
    expect((await read('cronitor', 'heartbeats:\n  queue:\n    schedule: at 3:05\n')).items).toMatchObject([
      { slug: 'queue', rules: { schedule: { cron: '5 3 * * *' } } },
    ]);
    expect(
      only(
        await read('cronitor', {
          monitors: [{ key: 'Upper', type: 'job', schedules: ['0 1 * * *', '0 2 * * *'], paused: true }],
        }),
      ),
    ).toMatchObject({
      slug: null,
      paused: true,
      rules: {
        schedule: { cron: '0 1 * * *' },
      },
      notes: [expect.stringContaining('0 2 * * *'), expect.stringContaining('slug')],
    });
  });

  test('a key that Cronitor generated is also the ping ID; one that a person chose is too easy to guess', async () => {
    const monitors = [
      { key: 'd3x0c1', schedule: '@daily' },
      { key: 'backup', schedule: '@daily' },
      { key: 'chosen', schedule: '@daily', attributes: { code: '1U1IG1' } },
    ];
    const { items } = await read('cronitor', { monitors });
    expect(items.map(({ pingID, slug }) => [pingID, slug])).toEqual([
      ['d3x0c1', 'd3x0c1'],
      [null, 'backup'],
      ['1U1IG1', 'chosen'],
    ]);
  });

  test('a job without a schedule is expected once in 366 days', async () => {
    const { rules, notes } = only(
      await read('cronitor', { monitors: [{ key: 'deploy', type: 'heartbeat' }] }),
    );
    expect(rules.schedule).toMatchObject({ intervalMs: 366 * 86_400_000 });
    expect(notes).toHaveLength(1);
  });

  test.each([['a: [1'], ['- 1'], ['jobz: []'], ['']])('%j is refused', async (text) => {
    await expect(read('cronitor', text)).rejects.toThrow(/^The file/);
  });
});

describe('crontabs', () => {
  const CRONTAB = `# m h  dom mon dow   command
SHELL=/bin/sh

# Nightly dump
0 2 * * * /usr/local/bin/pg-dump.sh -p secret # keep
CRON_TZ=Europe/Riga
@daily certbot renew -q
#0 4 * * * old-job
*/5 * * * * certbot renew
@reboot /usr/bin/start
0 9 * * * report && curl -fsS https://hc-ping.com/${UUID}
`;

  test('each line becomes a monitor, with the zone and comment before it', async () => {
    const { items, leftOut } = await read('crontab', CRONTAB);
    expect(
      items.map(({ name, rules: { schedule }, pingID }) => [
        name,
        schedule.type === 'cron' ? schedule.cron : '',
        schedule.timezone,
        pingID,
      ]),
    ).toEqual([
      ['keep', '0 2 * * *', 'UTC', null],
      ['certbot renew', '@daily', 'Europe/Riga', null],
      ['certbot renew (2)', '*/5 * * * *', 'Europe/Riga', null],
      ['report', '0 9 * * *', 'Europe/Riga', UUID],
    ]);
    expect(leftOut).toEqual([{ name: 'line 10 of file', reason: expect.stringContaining('@reboot') }]);
  });

  test('no command is stored, because commands often contain passwords', async () => {
    const { items } = await read('crontab', CRONTAB);
    const stored = items.map(({ crontabLine, ...item }) => item);
    expect(JSON.stringify(stored)).not.toContain('secret');
  });

  test('each line is split into its command and the text before and after it, with the line number', async () => {
    const { items } = await read('crontab', `\n  0 2 * * *  dump -f a\\%b%input \r\nA=b\r\n@daily x\r\n`);
    expect(items.map(({ crontabLine }) => crontabLine)).toEqual([
      { number: 2, before: '  0 2 * * *  ', command: 'dump -f a\\%b', after: '%input ' },
      { number: 4, before: '@daily ', command: 'x', after: '' },
    ]);
  });

  test('the lines of a pasted system crontab keep their users', async () => {
    const { items } = await read(
      'crontab',
      '0 2 * * * root dump -q\n0 3 * * *\tstrange.user  run-app --now\n',
    );
    expect(items.map(({ name, crontabLine }) => [name, crontabLine?.before])).toEqual([
      ['dump', '0 2 * * * root '],
      ['run-app', '0 3 * * *\tstrange.user  '],
    ]);
    const own = await read('crontab', '0 2 * * * root\n0 3 * * * php run-app\n');
    expect(own.items.map(({ crontabLine }) => crontabLine?.command)).toEqual(['root', 'php run-app']);
  });

  test('the grace period follows from the schedule', async () => {
    const { items } = await read('crontab', '*/2 * * * * a\n0 * * * * b\n0 2 * * * c\n');
    expect(items.map(({ rules: { schedule } }) => schedule.graceMs)).toEqual([60_000, 360_000, 3_600_000]);
  });

  test('a system crontab has a user with any name in each line', async () => {
    const file = { name: 'cron.d/app', text: '17 *\t* * *\tstrange.user  run-app --now\n', isSystem: true };
    expect(only(await read('crontab', file))).toMatchObject({
      name: 'run-app',
      description: 'From line 1 of cron.d/app.',
    });
  });
});

describe('discovered jobs of a host', () => {
  const JOB = {
    name: 'pg-dump on web1',
    pingID: '7Jk2mQ9xWcV4nB8sL0pZtR',
    tags: ['host:web1'],
    schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga', graceDuration: 600 },
  };

  test('jobs keep the ping IDs that their lines contain, and name unreadable IDs', async () => {
    const { items, leftOut } = await read(
      'discover',
      JSON.stringify({ jobs: [JOB, { ...JOB, name: 'x', command: 'dump -p secret' }] }),
    );
    expect(items).toMatchObject([
      {
        name: JOB.name,
        pingID: JOB.pingID,
        tags: JOB.tags,
        rules: { schedule: { type: 'cron', cron: '0 2 * * *', graceMs: 600_000 } },
      },
    ]);
    expect(leftOut).toEqual([{ name: 'x', reason: 'These fields can’t be read: the item.' }]);
  });

  test('a file of something else is refused', async () => {
    await expect(read('discover', '{"checks":[]}')).rejects.toThrow('list of jobs');
  });
});

describe('systemd timers', () => {
  const LIST = JSON.stringify([
    {
      next: 1_700_003_600_000_000,
      last: 1_700_000_000_000_000,
      unit: 'sync.timer',
      activates: 'sync.service',
    },
    { next: null, last: null, unit: 'boot.timer', activates: 'boot.service' },
    { next: 1_700_003_600_000_000, last: 0, unit: 'poll.timer', activates: 'poll.service' },
  ]);
  const UNITS = `# /usr/lib/systemd/system/poll.timer
[Unit]
Description=Poll
[Timer]
OnBootSec=5min
OnUnitActiveSec=1h 30min
RandomizedDelaySec=1h
`;

  test('an interval comes from the unit, or is guessed from the last and next run', async () => {
    const { items, leftOut } = await read('crontab', LIST, UNITS);
    expect(items).toMatchObject([
      {
        name: 'sync',
        rules: {
          schedule: { intervalMs: 3_600_000, graceMs: 3_600_000 },
        },
        notes: [expect.stringContaining('estimated')],
      },
      { name: 'poll', rules: { schedule: { intervalMs: 5_400_000, graceMs: 7_200_000 } }, notes: [] },
    ]);
    expect(leftOut).toEqual([{ name: 'boot', reason: expect.stringContaining('systemctl cat') }]);
  });

  test('OnCalendar lines are kept, and an empty one drops those before it', async () => {
    const units = `# /usr/lib/systemd/system/backup.timer
[Timer]
OnCalendar=daily
RandomizedDelaySec=4h
# /etc/systemd/system/backup.timer.d/override.conf
[Timer]
OnCalendar=
OnCalendar=Mon..Fri 02:00
OnCalendar=Sat 04:00
`;
    expect(only(await read('crontab', units))).toMatchObject({
      name: 'backup',
      rules: {
        schedule: { type: 'oncalendar', onCalendar: 'Mon..Fri 02:00\nSat 04:00', graceMs: 28_800_000 },
      },
    });
  });

  test.each([
    ['90', 90],
    ['1h 30min', 5400],
    ['1.5h', 5400],
    ['2d12h', 216_000],
    ['soon', null],
    ['', null],
  ])('the time span %j is %j seconds', (text, seconds) => expect(readTimeSpan(text)).toBe(seconds));
});

test('two files are joined', async () => {
  const check = { name: 'a', timeout: 60 };
  const { items } = await read(
    'healthchecks',
    { checks: [{ ...check, uuid: UUID }] },
    { checks: [{ ...check, uuid: OTHER_UUID }] },
  );
  expect(items).toHaveLength(2);
});
