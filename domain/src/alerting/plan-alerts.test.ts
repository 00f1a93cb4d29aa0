import { describe, expect, test } from 'vitest';
import { checkResult, rules, startScenario } from '../../test/scenario.ts';
import { RULES_DEFAULT } from '../monitor/rules.ts';
import { newMonitorState } from '../monitor/state.ts';
import type { Roster } from '../on-call/schedule.ts';
import { HOUR_MS, MINUTE_MS } from '../time-units.ts';
import type { Alert } from './alert.ts';
import type { AlertPlan, NewDelivery } from './alert-plan.ts';
import type { PlanningContext } from './alert-plan-draft.ts';
import type {
  AlertPlanInput,
  AlertSubject,
  IncidentState,
  OutboxRow,
  ReachableMember,
} from './alert-plan-input.ts';
import {
  MONITOR_ALERTING_DEFAULT,
  type MonitorAlerting,
  PROJECT_ALERTING_DEFAULT,
  type RoutedChannel,
  TEAM_ALERTING_DEFAULT,
} from './alert-settings.ts';
import { DIRECT_MAIL_CHANNEL_ID } from './direct-mail.ts';
import { directChannelType, mailChannelID, pushChannelID } from './direct-recipient.ts';
import type { EscalationPolicy } from './escalation-policy.ts';
import { planAlerts } from './plan-alerts.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 0, 0);

function channel(id: number, more: Partial<RoutedChannel> = {}): RoutedChannel {
  return {
    id,
    shortID: `c${id}`,
    type: 'chat',
    name: `Channel ${id}`,
    isDefault: true,
    subscriptions: ['down', 'recovered', 'reminder', 'blind_window'],
    tags: [],
    minSeverity: 'low',
    members: [],
    disabled: null,
    ...more,
  };
}

function subject(
  id: number,
  alerting: Partial<MonitorAlerting> = {},
  more: Partial<AlertSubject> = {},
): AlertSubject {
  return {
    monitorID: id,
    shortID: `m${id}`,
    name: `Job ${id}`,
    tags: ['prod'],
    alerting: { ...MONITOR_ALERTING_DEFAULT, ...alerting },
    project: { shortID: 'p1', name: 'db-01', alerting: PROJECT_ALERTING_DEFAULT },
    monitor: {
      rules: {
        ...RULES_DEFAULT,
        schedule: { type: 'interval', intervalMs: HOUR_MS, timezone: 'UTC', graceMs: 0 },
      },
      state: newMonitorState({ kind: 'cron', createdAt: 0, paused: false }),
    },
    ...more,
  };
}

function incident(id: number, more: Partial<IncidentState> = {}): IncidentState {
  return {
    id,
    incidentID: `i${id}`,
    teamID: 't',
    monitorID: id,
    reason: 'missed',
    openedAt: NOW,
    runSeq: 1,
    closedAt: null,
    closedBy: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    note: null,
    pastAcknowledgements: [],
    snoozes: [],
    run: null,
    alarmedChannelIDs: [],
    unsentAlarms: new Map(),
    escalationStep: 0,
    isEscalationPending: false,
    ...more,
  };
}

function row(id: number, more: Partial<OutboxRow> = {}): OutboxRow {
  return {
    id,
    kind: 'down',
    at: NOW,
    subject: subject(id),
    incident: incident(id),
    isSuperseded: false,
    flapCount: 1,
    log: null,
    detail: null,
    previousHold: null,
    ...more,
  };
}

function recovery(id: number, more: Partial<IncidentState> = {}): OutboxRow {
  return row(100 + id, {
    kind: 'recovered',
    at: NOW + 30 * MINUTE_MS,
    subject: subject(id),
    incident: incident(id, { closedAt: NOW + 30 * MINUTE_MS, closedBy: 'recovered', ...more }),
  });
}

function input(more: Partial<AlertPlanInput> = {}): AlertPlanInput {
  return {
    now: NOW,
    team: { id: 't', name: 'Acme', alerting: TEAM_ALERTING_DEFAULT },
    rows: [row(1)],
    channels: [channel(1)],
    admins: ['ada@example.com', 'bob@example.com'],
    maintenance: [],
    escalations: [],
    rosters: [],
    members: [],
    recentAlarms: new Map(),
    combinedMessages: new Map(),
    ...more,
  };
}

function planning(): PlanningContext {
  let keys = 0;
  return {
    newKey() {
      keys += 1;
      return `key-${keys}`;
    },
    tracksIncidents: (type) => type === 'pager',
    hasMail: true,
    baseURL: 'https://overdue.example.com',
  };
}

const plan = (more: Partial<AlertPlanInput>): AlertPlan => planAlerts(input(more), planning());

function alertOf(delivery: NewDelivery | undefined): Alert {
  if (delivery === undefined) throw new Error('There is no such delivery.');
  const alert: Alert = JSON.parse(delivery.alert);
  return alert;
}

const reasons = (made: AlertPlan, index = 0) =>
  made.rows[index]?.decisions.map(({ channel, reason }) => `${channel}: ${reason}`);

describe('an alarm', () => {
  test('an alarm is sent immediately to each default channel, with a separate key, for at most a day', () => {
    const made = plan({ channels: [channel(1), channel(2)] });
    expect(made.deliveries.map(({ channelID, key, kind }) => [channelID, key, kind])).toEqual([
      [1, 'key-1', 'down'],
      [2, 'key-2', 'down'],
    ]);
    const [first] = made.deliveries;
    expect(first).toMatchObject({ dueAt: NOW, expiresAt: NOW + 24 * HOUR_MS });
    expect(first?.items).toEqual([{ outboxID: 1, monitorID: 1, incidentID: 1 }]);
    expect(alertOf(first)).toMatchObject({
      key: 'key-1',
      kind: 'down',
      title: 'Down: Job 1',
      text: ['Down since 21 Nov 03:00 UTC: a run missed its deadline.', 'Schedule: Every hour.'],
      url: 'https://overdue.example.com/incidents/i1',
    });
    expect(made.rows[0]?.decisions.map(({ delivery }) => delivery)).toEqual(['key-1', 'key-2']);
  });

  test.each([
    [
      'failed',
      'The certificate of example.com expired 2 days ago.',
      'Job 1 failed: the certificate of example.com expired 2 days ago',
    ],
    ['timed_out', 'There was no response.', 'Job 1 timed out: there was no response'],
    ['failed', 'HTTP status 503', 'Job 1 failed: HTTP status 503'],
  ] as const)('the title and the text say how a check %s: %s', (reason, message, title) => {
    const failure = { reason, at: NOW, expectedAt: NOW - 1000, message };
    const { monitor, ...settings } = subject(1);
    const state = { ...monitor.state, incident: failure, lastFailure: failure, failureStreak: 1 };
    const checked = { ...settings, monitor: { rules: { ...monitor.rules, kind: 'http' as const }, state } };
    const made = plan({
      channels: [channel(1)],
      rows: [row(1, { subject: checked, incident: incident(1, { reason }) })],
    });
    const alert = alertOf(made.deliveries[0]);
    expect(alert.title).toBe(title);
    expect(alert.text[0]).toContain(title.slice('Job 1 '.length));
  });

  test('the recovery says how the check failed', () => {
    const check = checkResult('failed', NOW);
    const run = startScenario(rules({ kind: 'http' }))
      .check('failed')
      .lastRun();
    const made = plan({
      channels: [channel(1)],
      rows: [recovery(1, { run: { ...run, check }, alarmedChannelIDs: [1] })],
    });
    expect(alertOf(made.deliveries[0]).text[0]).toMatch(
      /^Up again after 30 minutes. It went down at .*: the check failed: HTTP status 503\.$/,
    );
  });

  test.each<[string, Partial<RoutedChannel>, string]>([
    ['is disabled', { disabled: 'gone' }, 'Disabled: gone'],
    ['does not want it', { subscriptions: ['recovered'] }, 'Not subscribed to down alerts.'],
    ['is for other tags', { tags: ['web', 'db'] }, 'Only for monitors tagged web or db.'],
    ['is for worse', { minSeverity: 'high' }, 'Only for severity high and above.'],
    ['is not a default channel', { isDefault: false }, 'Not a default channel.'],
  ])('skips a channel that %s, and records the reason', (_, more, reason) => {
    const made = plan({ channels: [channel(1, more)] });
    expect(made.deliveries).toEqual([]);
    expect(reasons(made)).toEqual([`c1: ${reason}`]);
  });

  test('an alarm is sent to the channels of the monitor, or else of its project', () => {
    const channels = [channel(1), channel(2, { isDefault: false }), channel(3, { isDefault: false })];
    const project = {
      shortID: 'p1',
      name: 'db-01',
      alerting: { ...PROJECT_ALERTING_DEFAULT, channels: ['c2'] },
    };
    const byProject = plan({ channels, rows: [row(1, { subject: subject(1, {}, { project }) })] });
    expect(byProject.deliveries.map(({ channelID }) => channelID)).toEqual([2]);
    const byMonitor = plan({
      channels,
      rows: [row(1, { subject: subject(1, { channels: ['c3'] }, { project }) })],
    });
    expect(byMonitor.deliveries.map(({ channelID }) => channelID)).toEqual([3]);
    const nowhere = plan({
      channels,
      rows: [row(1, { subject: subject(1, { channels: [] }, { project }) })],
    });
    expect(nowhere.deliveries).toEqual([]);
  });

  test('reaches the members of a group, each once', () => {
    const group = channel(3, { type: 'group', name: 'On call', members: ['c1', 'c2'] });
    const channels = [channel(1), channel(2, { isDefault: false }), group];
    const made = plan({ channels });
    expect(made.deliveries.map(({ channelID }) => channelID)).toEqual([1, 2]);
    expect(reasons(made)).toEqual(['c1: A default channel.', 'c2: In the group On call.']);
  });

  test('records that a team had no channel', () => {
    expect(reasons(plan({ channels: [] }))).toEqual([': The team had no channel.']);
  });
});

describe('a recovery', () => {
  test('a recovery is sent to the channels that received the alarm', () => {
    const made = plan({
      channels: [channel(1), channel(2)],
      rows: [recovery(1, { alarmedChannelIDs: [2] })],
    });
    expect(made.deliveries.map(({ channelID, kind }) => [channelID, kind])).toEqual([[2, 'recovered']]);
    expect(reasons(made)).toEqual(['c1: Did not receive the down alert.', 'c2: Received the down alert.']);
    expect(alertOf(made.deliveries[0]).text[0]).toBe(
      'Up again after 30 minutes. It went down at 21 Nov 03:00 UTC: a run missed its deadline.',
    );
  });

  test('a recovery names the member who acknowledged the incident', () => {
    const acknowledged = { acknowledgedAt: NOW - 60_000, acknowledgedBy: 'Ann Example' };
    const made = plan({ rows: [recovery(1, { alarmedChannelIDs: [1], ...acknowledged })] });
    const alert = alertOf(made.deliveries[0]);
    expect(alert.text[1]).toMatch(/^Ann Example acknowledged the incident on 21 Nov \d\d:\d\d UTC\.$/);
    expect(alert.items[0]?.incident).toMatchObject(acknowledged);
  });

  test('a recovery has all times in the time zone of the schedule', () => {
    const { monitor } = subject(1);
    const schedule = { ...monitor.rules.schedule, timezone: 'Europe/Riga' };
    const inRiga = subject(1, {}, { monitor: { ...monitor, rules: { ...monitor.rules, schedule } } });
    const ended = recovery(1, { alarmedChannelIDs: [1], acknowledgedAt: NOW, acknowledgedBy: 'Ann' });
    const made = plan({ rows: [{ ...ended, subject: inRiga }] });
    const text = alertOf(made.deliveries[0]).text.join(' ');
    expect(text).toContain('It went down at 21 Nov 05:00 (Europe/Riga)');
    expect(text).toContain('Ann acknowledged the incident on 21 Nov 05:00 (Europe/Riga).');
    expect(text).not.toContain('UTC');
    const muted = { ...inRiga, alerting: { ...inRiga.alerting, mutedUntil: NOW + HOUR_MS } };
    expect(plan({ rows: [row(1, { subject: muted })] }).rows[0]).toMatchObject({
      held: { by: 'mute', reason: 'Muted until 21 Nov 06:00 (Europe/Riga).' },
    });
  });

  test('the recovery of a deleted monitor links to the monitor, because its incidents are deleted', () => {
    const made = plan({ rows: [recovery(1, { alarmedChannelIDs: [1], closedBy: 'deleted' })] });
    expect(alertOf(made.deliveries[0]).url).toBe('https://overdue.example.com/monitors/m1');
  });

  test('replaces an alarm that still waits: one message reports both', () => {
    const made = plan({ rows: [recovery(1, { alarmedChannelIDs: [1], unsentAlarms: new Map([[1, 77]]) })] });
    expect(made.replacedAlarms).toEqual([{ deliveryID: 77, into: 'key-1' }]);
    expect(alertOf(made.deliveries[0])).toMatchObject({
      includesLostAlarm: true,
      title: 'Was down. Recovered: Job 1',
    });
  });

  test('replaces an alarm that is planned in the same step', () => {
    const made = plan({ rows: [row(1), recovery(1)] });
    expect(made.deliveries.map(({ kind, key }) => [kind, key])).toEqual([['recovered', 'key-1']]);
    expect(alertOf(made.deliveries[0]).includesLostAlarm).toBe(true);
    expect(made.rows.map(({ decisions }) => decisions.map(({ delivery }) => delivery))).toEqual([
      ['key-1'],
      ['key-1'],
    ]);
  });

  test('a recovery is sent to channels that subscribe to recoveries only, even without the alarm', () => {
    const made = plan({ channels: [channel(1, { subscriptions: ['recovered'] })], rows: [recovery(1)] });
    expect(made.deliveries).toHaveLength(1);
  });

  test('a recovery is sent during maintenance too', () => {
    const window = {
      shortID: 'w',
      name: 'Move',
      scope: { monitors: [], tags: [], projects: [] },
      times: { type: 'once', from: NOW - 1, to: NOW + HOUR_MS },
    } as const;
    const made = plan({ maintenance: [window], rows: [recovery(1, { alarmedChannelIDs: [1] })] });
    expect(made.deliveries).toHaveLength(1);
  });

  test('ends the timers of its incident', () => {
    const made = plan({ rows: [recovery(1, { alarmedChannelIDs: [1] })] });
    expect(made.incidentTimers).toEqual([
      { incidentID: 1, remindAt: null, escalateAt: null, escalationStep: 0 },
    ]);
  });

  test('the recovery of a deleted monitor names the monitor', () => {
    const deleted = { shortID: 'm1', name: 'Job 1', project: 'db-01', tags: [], severity: 'normal' };
    const ended = recovery(1, { alarmedChannelIDs: [1], closedBy: 'deleted' });
    const made = plan({ rows: [{ ...ended, subject: null, detail: JSON.stringify(deleted) }] });
    expect(alertOf(made.deliveries[0]).title).toBe('Deleted while down: Job 1');
  });
});

describe('silence', () => {
  const muted = subject(1, { mutedUntil: NOW + HOUR_MS });

  test('a muted alarm waits for the end of the mute', () => {
    const made = plan({ rows: [row(1, { subject: muted })] });
    expect(made.deliveries).toEqual([]);
    expect(made.rows[0]).toMatchObject({
      outcome: 'held',
      planAt: NOW + HOUR_MS,
      held: { by: 'mute', reason: 'Muted until 21 Nov 04:00 UTC.' },
    });
  });

  test('a monitor that is still down after the mute is alerted', () => {
    const made = plan({
      now: NOW + HOUR_MS,
      rows: [row(1, { subject: muted, previousHold: { by: 'mute', reason: 'Muted.' } })],
    });
    expect(made.deliveries).toHaveLength(1);
  });

  test('a monitor that recovered before the alert is not alerted', () => {
    const over = incident(1, { closedAt: NOW + 1 });
    const made = plan({
      now: NOW + HOUR_MS,
      rows: [row(1, { subject: muted, previousHold: { by: 'mute', reason: 'Muted.' }, incident: over })],
    });
    expect(made.deliveries).toEqual([]);
    expect(reasons(made)).toEqual([': Ended before the alert was sent. Muted.']);
  });

  test('a failure below the threshold alerts no channel while alerts are silenced', () => {
    const channels = [channel(1, { subscriptions: ['failing'] })];
    const failing = row(1, { kind: 'failing', subject: muted, incident: null });
    expect(plan({ channels, rows: [failing] }).deliveries).toEqual([]);
    expect(plan({ channels, rows: [{ ...failing, subject: subject(1) }] }).deliveries).toHaveLength(1);
  });
});

describe('flapping', () => {
  test('flapping is mentioned in the last message before the quiet period', () => {
    const made = plan({ rows: [row(1, { flapCount: 6 })] });
    expect(alertOf(made.deliveries[0]).text.join(' ')).toContain('Flapping: 6 changes within 1 hour.');
  });

  test('further changes wait until the monitor is steady', () => {
    const made = plan({ rows: [row(1, { flapCount: 7 })] });
    expect(made.rows[0]).toMatchObject({ outcome: 'held', planAt: NOW + TEAM_ALERTING_DEFAULT.flapQuietMs });
  });

  test('the alert of a held change is sent if the status is still the same', () => {
    const previousHold = { by: 'flapping', reason: 'Flapping: 7 changes within 1 hour.' } as const;
    expect(plan({ rows: [row(1, { flapCount: 7, previousHold })] }).deliveries).toHaveLength(1);
    const again = {
      ...recovery(1, { alarmedChannelIDs: [1] }),
      flapCount: 8,
      previousHold,
      isSuperseded: true,
    };
    expect(plan({ rows: [again] }).deliveries).toEqual([]);
  });
});

describe('combined messages', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

  test('each alarm has its own message up to the limit', () => {
    expect(plan({ rows: rows(5) }).deliveries).toHaveLength(5);
  });

  test('a single later message lists all alarms above the limit', () => {
    const made = plan({ rows: rows(14) });
    expect(made.deliveries).toHaveLength(1);
    const [only] = made.deliveries;
    expect(only?.dueAt).toBeGreaterThan(NOW);
    expect(only?.items).toHaveLength(14);
    expect(alertOf(only)).toMatchObject({
      kind: 'combined',
      title: '14 monitors down in Acme',
      unlistedCount: 0,
    });
    expect(alertOf(only).text).toEqual(['All are tagged prod.', '14 in db-01.']);
    expect(new Set(made.rows.flatMap(({ decisions }) => decisions.map(({ delivery }) => delivery)))).toEqual(
      new Set(['key-1']),
    );
  });

  test('counts the alarms of the last minute', () => {
    const made = plan({ rows: rows(2), recentAlarms: new Map([[1, 5]]) });
    expect(made.deliveries.map(({ kind }) => kind)).toEqual(['combined']);
  });

  test('an alarm joins a combined message that still waits, as recoveries do', () => {
    const first = plan({ rows: rows(6) }).deliveries[0];
    const combinedMessages = new Map([[1, { deliveryID: 9, alert: first?.alert ?? '' }]]);
    const back = recovery(3, { alarmedChannelIDs: [1], unsentAlarms: new Map([[1, 9]]) });
    const made = plan({ rows: [row(7), back], combinedMessages });
    expect(made.deliveries).toEqual([]);
    expect(made.replacedAlarms).toEqual([]);
    const [addition] = made.additions;
    const alert: Alert = JSON.parse(addition?.alert ?? '{}');
    expect(addition?.deliveryID).toBe(9);
    expect(alert.title).toBe('6 monitors down, 1 recovered in Acme');
    expect(alert.key).toBe(first?.key);
  });

  test('a combined message lists at most a hundred alarms and counts the rest', () => {
    const alert = alertOf(plan({ rows: rows(130) }).deliveries[0]);
    expect([alert.items.length, alert.unlistedCount, alert.title]).toEqual([
      100,
      30,
      '130 monitors down in Acme',
    ]);
  });

  test('alarms are not combined for receivers that track incidents, or if the team turned combining off', () => {
    expect(plan({ rows: rows(14), channels: [channel(1, { type: 'pager' })] }).deliveries).toHaveLength(14);
    const team = { id: 't', name: 'Acme', alerting: { ...TEAM_ALERTING_DEFAULT, combineAbove: 0 } };
    expect(plan({ rows: rows(14), team }).deliveries).toHaveLength(14);
  });
});

describe('an open incident', () => {
  const policy = {
    shortID: 'e1',
    name: 'Nights',
    steps: [
      { afterMs: 10 * MINUTE_MS, channels: ['c2'], onCall: [] },
      { afterMs: 30 * MINUTE_MS, channels: ['c3'], onCall: [] },
    ],
  };
  const watched = subject(1, { remindEveryMs: HOUR_MS, escalation: 'e1' });
  const channels = [channel(1), channel(2, { isDefault: false }), channel(3, { isDefault: false })];

  test('the alarm sets the first reminder and the first escalation', () => {
    const made = plan({ rows: [row(1, { subject: watched })], escalations: [policy] });
    expect(made.incidentTimers).toEqual([
      { incidentID: 1, remindAt: NOW + HOUR_MS, escalateAt: NOW + 10 * MINUTE_MS, escalationStep: 0 },
    ]);
  });

  test('a reminder sets the next one, in the same rhythm', () => {
    const now = NOW + HOUR_MS + 1234;
    const made = plan({ now, rows: [row(2, { kind: 'reminder', subject: watched, incident: incident(1) })] });
    expect(made.deliveries.map(({ kind }) => kind)).toEqual(['reminder']);
    expect(made.incidentTimers[0]?.remindAt).toBe(NOW + 2 * HOUR_MS);
  });

  test('an escalation is sent to all channels of its step despite their subscriptions, and schedules the next step', () => {
    const now = NOW + 10 * MINUTE_MS;
    const escalation = row(2, { kind: 'escalation', subject: watched, incident: incident(1) });
    const made = plan({ now, rows: [escalation], escalations: [policy], channels });
    expect(made.deliveries.map(({ channelID, kind }) => [channelID, kind])).toEqual([[2, 'escalation']]);
    expect(made.incidentTimers[0]).toMatchObject({ escalationStep: 1, escalateAt: NOW + 30 * MINUTE_MS });
  });

  describe('alerts to on-call schedules', () => {
    const EVERY_DAY = { startsOn: '2026-11-20', handoverAt: '00:00', shiftDays: 1, hours: null };
    const schedule = {
      shortID: 's1',
      name: 'Database',
      timezone: 'UTC',
      rotations: [{ ...EVERY_DAY, members: ['ann', 'bob'] }],
    };
    const roster: Roster = { schedule, overrides: [] };
    const members: readonly ReachableMember[] = [
      {
        memberID: 'ann',
        name: 'Ann',
        email: 'ann@example.com',
        isAdmin: true,
        channels: [],
        hasDevices: false,
      },
      {
        memberID: 'bob',
        name: 'Bob',
        email: 'bob@example.com',
        isAdmin: false,
        channels: ['c2', 'c3'],
        hasDevices: false,
      },
    ];
    const onCallPolicy = { ...policy, steps: [{ afterMs: MINUTE_MS, channels: ['c1'], onCall: ['s1'] }] };
    const escalation = row(2, { kind: 'escalation', subject: watched, incident: incident(1) });
    const toBob = { rows: [escalation], escalations: [onCallPolicy], rosters: [roster], members, channels };
    const step = 'Step 1 of the escalation policy Nights.';

    test('alerts go to the member on call at that moment: by mail, and to each channel of the member', () => {
      const made = plan({ ...toBob, channels: [channel(1), channel(2), channel(3, { disabled: 'gone' })] });
      expect(made.deliveries.map((delivery) => [delivery.channelID, alertOf(delivery).recipient])).toEqual([
        [1, undefined],
        [2, undefined],
        [mailChannelID('bob'), 'bob@example.com'],
      ]);
      expect(alertOf(made.deliveries[2])).toMatchObject({ mailedMemberID: 'bob' });
      expect(alertOf(made.deliveries[2]).text).toContain('On call for Database: Bob until 22 Nov 00:00 UTC.');
      const because = `Bob is on call for Database. ${step}`;
      expect(made.rows[0]?.decisions).toMatchObject([
        { channel: 'c1', reason: step },
        { channel: 'c2', reason: because },
        { channel: 'c3', reason: 'Disabled: gone', delivery: null },
        { channel: '', name: 'Bob', reason: because, delivery: expect.any(String) },
      ]);
      const tomorrow = plan({ ...toBob, now: NOW + 24 * HOUR_MS });
      expect(alertOf(tomorrow.deliveries[1])).toMatchObject({ recipient: 'ann@example.com' });
    });

    test('the alert and the recovery go to the devices of the member on call', () => {
      const withPhone = members.map((member) => ({ ...member, hasDevices: member.memberID === 'bob' }));
      const made = plan({ ...toBob, members: withPhone, channels: [] });
      const phone = made.deliveries.find(({ channelID }) => channelID === pushChannelID('bob'));
      expect(alertOf(phone)).toMatchObject({ recipient: 'bob', recipientName: 'Bob' });
      expect(directChannelType(pushChannelID('bob'))).toBe('webpush');
      expect(made.deliveries.map(({ channelID }) => directChannelType(channelID))).toEqual([
        'webpush',
        'email',
      ]);
      const closed = {
        ...incident(1),
        closedAt: NOW,
        alarmedChannelIDs: [pushChannelID('bob'), mailChannelID('bob')],
      };
      const recovery = row(3, { kind: 'recovered', subject: watched, incident: closed });
      const after = plan({ ...toBob, rows: [recovery], members: withPhone, channels: [] });
      expect(after.deliveries.map(({ channelID }) => channelID)).toEqual([
        mailChannelID('bob'),
        pushChannelID('bob'),
      ]);
      const removed = plan({ ...toBob, rows: [recovery], channels: [] });
      expect(removed.deliveries.map(({ channelID }) => channelID)).toEqual([mailChannelID('bob')]);
    });

    test('alerts in a gap go to owners and admins, and mention the gap', () => {
      const later = { ...schedule, rotations: [{ ...EVERY_DAY, startsOn: '2026-11-22', members: ['bob'] }] };
      const made = plan({ ...toBob, rosters: [{ schedule: later, overrides: [] }] });
      expect(made.deliveries.map((delivery) => alertOf(delivery).recipient)).toEqual([
        undefined,
        'ann@example.com',
      ]);
      expect(alertOf(made.deliveries[0]).text).toContain(
        'No member is on call for Database until 22 Nov 00:00 UTC.',
      );
      expect(made.rows[0]?.decisions[1]?.reason).toBe(
        `No member is on call for Database, so owners and admins are alerted. ${step}`,
      );
    });

    test('an alert has the reason why a member can’t be mailed', () => {
      const made = planAlerts(input({ ...toBob, rosters: [roster] }), { ...planning(), hasMail: false });
      expect(made.rows[0]?.decisions.at(-1)).toEqual({
        channel: '',
        name: 'Bob',
        delivery: null,
        reason: `Bob is on call for Database. ${step} Mail is not configured: ask the operator to set SMTP_URL.`,
      });
    });

    test('a recovery goes only to the member who was mailed, even after the shift', () => {
      const rows = [1, 2, 3, 4, 5, 6, 7].map((id) =>
        recovery(id, { alarmedChannelIDs: [1, mailChannelID('bob')], openedAt: NOW }),
      );
      const made = plan({ rows, members, now: NOW + 24 * HOUR_MS });
      const mails = made.deliveries.filter(({ channelID }) => channelID === mailChannelID('bob'));
      expect(mails.map((delivery) => [delivery.kind, alertOf(delivery).recipient])).toEqual(
        rows.map(() => ['recovered', 'bob@example.com']),
      );
      expect(made.deliveries.filter(({ channelID }) => channelID === 1)).toHaveLength(1);
    });

    test('the down alert names the member, too', () => {
      const made = plan({ ...toBob, rows: [row(1, { subject: watched })] });
      expect(alertOf(made.deliveries[0]).text).toContain('On call for Database: Bob until 22 Nov 00:00 UTC.');
    });
  });

  test.each(['reminder', 'escalation'] as const)(
    'a %s is not sent once the incident is acknowledged',
    (kind) => {
      const acknowledged = incident(1, { acknowledgedAt: NOW });
      const made = plan({
        rows: [row(2, { kind, subject: watched, incident: acknowledged })],
        escalations: [policy],
      });
      expect(made.deliveries).toEqual([]);
      expect(reasons(made)).toEqual([': The incident has been acknowledged.']);
    },
  );
});

describe('a snoozed incident', () => {
  const snoozes = [
    { at: NOW - HOUR_MS, until: NOW + HOUR_MS, by: 'Ann', remindAt: null, endedAt: null, endedBy: null },
  ];
  const over = { openedAt: NOW - 3 * HOUR_MS, snoozes };
  const policy: EscalationPolicy = {
    shortID: 'e1',
    name: 'Ops',
    steps: [
      { afterMs: 15 * MINUTE_MS, channels: ['c2'], onCall: [] },
      { afterMs: 4 * HOUR_MS, channels: ['c3'], onCall: [] },
    ],
  };
  const escalated = subject(1, { escalation: 'e1' });

  test.each(['reminder', 'escalation'] as const)(
    'a snoozed incident causes no %s until the snooze ends',
    (kind) => {
      const made = plan({
        rows: [row(1, { kind, subject: escalated, incident: incident(1, over) })],
        escalations: [policy],
      });
      expect(made.deliveries).toEqual([]);
      expect(reasons(made)).toEqual([': Snoozed by Ann until 21 Nov 04:00 UTC.']);
      expect(made.incidentTimers).toMatchObject([
        { remindAt: NOW + HOUR_MS, escalateAt: NOW + HOUR_MS, escalationStep: 0 },
      ]);
    },
  );

  test('an unsent alarm waits for the end of the snooze, and then replaces the reminder', () => {
    const made = plan({ rows: [row(1, { incident: incident(1, over) })] });
    expect(made.rows).toMatchObject([{ outcome: 'held', planAt: NOW + HOUR_MS }]);
    expect(made.incidentTimers).toMatchObject([{ remindAt: null, escalateAt: null }]);
  });

  test('a recovery during the snooze is sent, and names the member', () => {
    const made = plan({ rows: [recovery(1, { ...over, alarmedChannelIDs: [1] })] });
    expect(alertOf(made.deliveries[0]).text).toContain('Ann snoozed the incident until 21 Nov 04:00 UTC.');
  });

  test('reminds every channel and member that was alerted when the snooze ends', () => {
    const made = plan({
      now: NOW + HOUR_MS,
      channels: [channel(1), channel(2, { isDefault: false }), channel(3, { isDefault: false })],
      members: [
        {
          memberID: 'bob',
          name: 'Bob',
          email: 'bob@example.com',
          isAdmin: false,
          channels: [],
          hasDevices: false,
        },
      ],
      rows: [
        row(1, {
          kind: 'reminder',
          at: NOW + HOUR_MS,
          incident: incident(1, { ...over, alarmedChannelIDs: [1, 2, mailChannelID('bob')] }),
        }),
      ],
    });
    expect(made.deliveries.map(({ channelID }) => channelID)).toEqual([1, 2, mailChannelID('bob')]);
    expect(alertOf(made.deliveries[0]).text).toContain('The snooze by Ann has ended.');
    expect(made.incidentTimers).toMatchObject([{ remindAt: null }]);
  });

  test('the escalation continues after the snooze, later by the length of the snooze', () => {
    const made = plan({
      now: NOW + HOUR_MS,
      channels: [channel(1), channel(2)],
      escalations: [policy],
      rows: [
        row(1, { kind: 'escalation', at: NOW + HOUR_MS, subject: escalated, incident: incident(1, over) }),
      ],
    });
    expect(made.deliveries.map(({ channelID }) => channelID)).toEqual([2]);
    expect(made.incidentTimers).toMatchObject([
      { escalateAt: over.openedAt + 2 * HOUR_MS + 4 * HOUR_MS, escalationStep: 1 },
    ]);
  });
});

test('an invalid row fails the plan, so that the store can set the row aside', () => {
  const broken = row(1, { kind: 'report', subject: null, incident: null, detail: '{' });
  expect(() => plan({ rows: [broken, row(2)] })).toThrow(SyntaxError);
});

test.each(['blind_window', 'channel_disabled', 'report'] as const)(
  'a row of kind %s without its detail fails the plan with the reason',
  (kind) => {
    const broken = row(1, { kind, subject: null, incident: null, detail: null });
    expect(() => plan({ rows: [broken] })).toThrow(`An alert of kind "${kind}" has no detail.`);
  },
);

describe('service alerts', () => {
  test('a blind window is one message that names the monitors', () => {
    const monitors = [{ shortID: 'm1', name: 'Job 1' }];
    const detail = { from: NOW, to: NOW + HOUR_MS, isLater: false, monitors, count: 3 };
    const serviceAlert = row(1, {
      kind: 'blind_window',
      subject: null,
      incident: null,
      detail: JSON.stringify(detail),
    });
    const alert = alertOf(plan({ rows: [serviceAlert] }).deliveries[0]);
    expect(alert.title).toBe('Overdue could not receive pings for 1 hour');
    expect(alert.text[1]).toBe('3 monitors had runs due in that time: Job 1 and 2 more.');
  });

  test('runs that are judged after that message are one later message, and the other rows cause none', () => {
    const later = (id: number, names: readonly string[]) => {
      const monitors = names.map((name) => ({ shortID: name, name }));
      const detail = { from: NOW, to: NOW + HOUR_MS, isLater: true, monitors, count: names.length };
      return row(id, { kind: 'blind_window', incident: null, detail: JSON.stringify(detail) });
    };
    const made = plan({ rows: [later(1, ['Job 1', 'Job 2']), later(2, [])] });
    expect(made.deliveries).toHaveLength(1);
    const alert = alertOf(made.deliveries[0]);
    expect(alert.title).toBe('Unknown outcome: Overdue could not receive pings for 1 hour');
    expect(alert.text[1]).toBe(
      '2 monitors had runs that have not been reported since: Job 1, Job 2. The outcome of these runs is unknown. Check the jobs.',
    );
    expect(made.rows[1]?.decisions).toMatchObject([
      { reason: 'Its run was reported since, another message lists it, or its monitor was deleted.' },
    ]);
  });

  test('the other channels are alerted about a disabled channel', () => {
    const detail = JSON.stringify({ channel: 'c1', name: 'Slack', reason: '404' });
    const serviceAlert = row(1, { kind: 'channel_disabled', subject: null, incident: null, detail });
    const made = plan({ rows: [serviceAlert], channels: [channel(1, { disabled: '404' }), channel(2)] });
    expect(made.deliveries.map(({ channelID }) => channelID)).toEqual([2]);
  });

  describe('a disabled channel', () => {
    const off = row(1, {
      kind: 'channel_disabled',
      subject: null,
      incident: null,
      detail: JSON.stringify({ channel: 'c1', name: 'Channel 1', reason: '404' }),
    });
    const gone = channel(1, { disabled: '404' });

    test('a disabled channel is not mailed while another channel accepts the alert', () => {
      const made = plan({ rows: [off], channels: [gone, channel(2), channel(3, { subscriptions: [] })] });
      expect(made.deliveries.map(({ channelID }) => channelID)).toEqual([2]);
    });

    test.each([
      ['it was the only one', [gone]],
      ['no other wants it', [gone, channel(2, { subscriptions: ['recovered', 'blind_window'] })]],
      ['it was deleted since', []],
    ])('a disabled channel is mailed to each owner and admin when %s', (_, channels) => {
      const made = plan({ rows: [off], channels });
      expect(made.deliveries.map(({ channelID, key, expiresAt }) => [channelID, key, expiresAt])).toEqual([
        [DIRECT_MAIL_CHANNEL_ID, 'key-1', NOW + 24 * HOUR_MS],
        [DIRECT_MAIL_CHANNEL_ID, 'key-2', NOW + 24 * HOUR_MS],
      ]);
      const alerts = made.deliveries.map(alertOf);
      expect(alerts.map(({ recipient }) => recipient)).toEqual(['ada@example.com', 'bob@example.com']);
      expect(alerts[0]).toMatchObject({ kind: 'channel_disabled', title: 'Channel disabled: Channel 1' });
      expect(alerts[0]?.text.at(-1)).toContain('no enabled channel accepts this alert');
      const { decisions } = made.rows[0] ?? { decisions: [] };
      expect(decisions.slice(-2).map(({ channel, name, delivery }) => [channel, name, delivery])).toEqual([
        ['', 'ada@example.com', 'key-1'],
        ['', 'bob@example.com', 'key-2'],
      ]);
      expect(decisions.slice(0, -2).map((decision) => [decision.channel, decision.delivery])).toEqual(
        channels.map(({ shortID }) => [shortID, null]),
      );
    });

    test('lists all disabled channels in its mail, because the alert about one channel may be lost with another', () => {
      const made = plan({ rows: [off], channels: [gone, channel(2, { disabled: '410' })] });
      expect(alertOf(made.deliveries[0]).text).toContain('Disabled channels: Channel 1, Channel 2.');
    });

    test.each([
      ['mail is not set up', {}, { hasMail: false }, 'ask the operator to set SMTP_URL'],
      ['there is nobody to mail it to', { admins: [] }, {}, 'has no owner or admin'],
    ])('records why no mail is sent when %s', (_, more, other, why) => {
      const made = planAlerts(input({ rows: [off], channels: [gone], ...more }), { ...planning(), ...other });
      expect(made.deliveries).toEqual([]);
      expect(made.rows[0]).toMatchObject({ outcome: 'planned' });
      expect(reasons(made)).toEqual(['c1: Disabled: 404', expect.stringContaining(why)]);
    });

    test('a disabled channel is the only service alert by mail, even if no channel subscribes to blind windows', () => {
      const monitors = [{ shortID: 'm1', name: 'Job 1' }];
      const detail = JSON.stringify({ from: NOW, to: NOW + HOUR_MS, isLater: false, monitors, count: 3 });
      const blind = row(1, { kind: 'blind_window', subject: null, incident: null, detail });
      expect(plan({ rows: [blind], channels: [gone] }).deliveries).toEqual([]);
    });
  });

  test('a report is sent to the channels that subscribe to reports', () => {
    const detail = JSON.stringify({
      period: 'weekly',
      from: NOW,
      to: NOW + 7 * 24 * HOUR_MS,
      runs: 1000,
      succeeded: 987,
      failed: 10,
      missed: 3,
      incidents: 2,
      worst: [{ shortID: 'm1', name: 'Job 1', runs: 7, failures: 4 }],
      silentChannels: [],
    });
    const report = row(1, { kind: 'report', subject: null, incident: null, detail });
    const made = plan({
      rows: [report],
      channels: [channel(1), channel(2, { subscriptions: ['report_weekly'] })],
    });
    expect(made.deliveries.map(({ channelID }) => channelID)).toEqual([2]);
    expect(alertOf(made.deliveries[0])).toMatchObject({
      title: 'Weekly report: 98.7 % of 1000 runs succeeded',
      text: [
        '1000 runs from 21 Nov to 28 Nov: 987 succeeded, 10 failed, 3 missed. 2 incidents.',
        'Worst: Job 1 (4 of 7 runs failed).',
      ],
    });
  });
});
