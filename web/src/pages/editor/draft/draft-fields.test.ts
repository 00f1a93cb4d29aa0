import { NO_FILTER } from '@overdue/domain/ping/ping-filter.ts';
import type { Monitor } from '@overdue/sdk';
import { describe, expect, test } from 'vitest';
import { copyOf, monitorDraft, monitorInput, newDraft } from './draft-fields.ts';
import { draftProblems, monitorEdit } from './draft-input.ts';
import { newEditBase, parseDraft, parseEditBase } from './stored-draft.ts';

const named = { ...newDraft('Europe/Riga'), name: 'pg-dump' };

const MONITOR: Monitor = {
  shortID: 'k3v9x2mq7d',
  name: 'pg-dump prod',
  slug: 'pg-dump-prod',
  kind: 'cron',
  url: null,
  check: null,
  status: 'up',
  revision: 1,
  projectShortID: 'p7w4nc2h9t',
  pingURL: 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR',
  schedule: {
    type: 'interval',
    interval: 5400,
    cron: '',
    onCalendar: '',
    timezone: 'UTC',
    graceDuration: 600,
    summary: 'Every 90 minutes',
  },
  alertAfterFailures: 3,
  recoverAfterSuccesses: 2,
  manualResume: false,
  pingFilter: { ...NO_FILTER, searchHTTPBody: true, failureKeywords: 'FAIL' },
  lastPingAt: '',
  createdAt: '2026-11-02T09:14:07.330Z',
  explanation: '',
  description: 'Nightly.',
  runbookURL: 'https://wiki.example.com/nightly',
  forwardTo: 'https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278',
  tags: ['prod'],
  paused: false,
  nextExpectedAt: null,
  deadlineAt: null,
  running: 0,
  failureStreak: 0,
  maxRunDuration: 3600,
  channels: ['c5t8k2wq7m'],
  severity: 'high',
  remindEvery: 0,
  mutedUntil: null,
  escalation: '',
  maintenance: false,
  notices: [],
  downSince: null,
  incident: null,
  lastFailureAt: null,
};

describe('a draft', () => {
  test('the draft of a monitor has its settings', () =>
    expect(monitorInput(monitorDraft(MONITOR))).toEqual({
      name: 'pg-dump prod',
      slug: 'pg-dump-prod',
      projectShortID: 'p7w4nc2h9t',
      schedule: { type: 'interval', interval: 5400, timezone: 'UTC', graceDuration: 600 },
      alertAfterFailures: 3,
      recoverAfterSuccesses: 2,
      manualResume: false,
      pingFilter: { ...NO_FILTER, searchHTTPBody: true, failureKeywords: 'FAIL' },
      // The monitor has the default maximum duration for its grace period, so null is sent.
      maxRunDuration: null,
      tags: ['prod'],
      description: 'Nightly.',
      runbookURL: 'https://wiki.example.com/nightly',
      forwardTo: 'https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278',
      severity: 'high',
      channels: ['c5t8k2wq7m'],
      remindEvery: 0,
      escalation: '',
    }));

  test('the draft of a copy has a new name, a slug derived from that name, and no forwarding', () =>
    expect(copyOf(MONITOR, 'two')).toEqual({
      ...monitorDraft(MONITOR),
      name: 'two',
      slug: '',
      forwardTo: '',
    }));

  test('sends only changed settings', () => {
    const base = monitorDraft(MONITOR);
    expect(monitorEdit(base, base)).toEqual({});
    expect(monitorEdit(base, { ...base, name: 'other', remind: 'project' })).toEqual({
      name: 'other',
      remindEvery: null,
    });
    expect(
      monitorEdit(base, { ...base, scheduleType: 'cron', cron: '0 3 * * *', maxRunDuration: '2 h' }),
    ).toEqual({
      schedule: { type: 'cron', cron: '0 3 * * *', timezone: 'UTC', graceDuration: 600 },
      maxRunDuration: 7200,
    });
  });

  test('an edit that changes the grace period sends the default maximum duration again', () => {
    const base = monitorDraft(MONITOR);
    expect(monitorEdit(base, { ...base, graceDuration: '3 h' })).toMatchObject({ maxRunDuration: null });
  });
});

test('a new draft with a name is valid', () => {
  expect(draftProblems(newDraft('UTC'))).toEqual([{ path: 'name', message: 'Fill in this field.' }]);
  expect(draftProblems(named)).toEqual([]);
});

test.each([
  [{ cron: ' ' }, 'schedule.cron', /cron expression/],
  [{ graceDuration: '90' }, 'schedule.graceDuration', /90 min or 90 h/],
  [{ graceDuration: 'soon' }, 'schedule.graceDuration', /a duration, such as/],
  [{ scheduleType: 'interval', interval: '' }, 'schedule.interval', /a duration, such as/],
  [{ maxRunDuration: '400 d' }, 'maxRunDuration', /at most 366 d/],
  [{ graceDuration: '400 d' }, 'schedule.graceDuration', /at most 366 d/],
  [{ alertAfterFailures: 'none' }, 'alertAfterFailures', /whole number/],
  [{ recoverAfterSuccesses: '1.5' }, 'recoverAfterSuccesses', /whole number/],
  [{ scheduleType: 'oncalendar', onCalendar: '' }, 'schedule.onCalendar', /calendar expression/],
  [{ remind: 'every', remindEvery: 'daily' }, 'remindEvery', /a duration, such as/],
] as const)('%j is wrong at %s', (change, path, message) =>
  expect(draftProblems({ ...named, ...change })).toEqual([{ path, message: expect.stringMatching(message) }]),
);

test('unused fields need not be valid', () =>
  expect(draftProblems({ ...named, interval: '?', remindEvery: '?', maxRunDuration: ' ' })).toEqual([]));

describe('a stored draft', () => {
  const base = newDraft('UTC');

  test('is restored unchanged', () => {
    const draft = { ...monitorDraft(MONITOR), graceDuration: 'half-typed 9' };
    expect(parseDraft(JSON.stringify(draft), base)).toEqual(draft);
    expect(parseDraft(JSON.stringify(named), base)).toEqual(named);
  });

  test.each([null, '', 'x', '[', '3', 'null'])('is ignored if it is %j', (text) =>
    expect(parseDraft(text, base)).toBe(null),
  );

  test('a stored draft with missing fields is completed', () =>
    expect(parseDraft('{"name":"a","tags":[1],"severity":"huge","channels":3,"other":1}', base)).toEqual({
      ...base,
      name: 'a',
    }));
});

test('the stored start of an edit contains the fields of the form, but not the ping URL', () => {
  const monitor = { ...MONITOR, revision: 7 };
  const start = newEditBase(monitor);
  expect(start.fields).toMatchObject({ revision: 7, severity: MONITOR.severity, schedule: monitor.schedule });
  expect(JSON.stringify(start)).not.toContain(monitor.pingURL);
  const now = newEditBase({ ...MONITOR, revision: 9, severity: 'low' });
  expect(parseEditBase(JSON.stringify(start), now)).toEqual(start);
  for (const text of [null, '', '{', 'null', '{"draft":{}}', '{"draft":{},"fields":{"revision":"7"}}'])
    expect(parseEditBase(text, now)).toBeNull();
});
