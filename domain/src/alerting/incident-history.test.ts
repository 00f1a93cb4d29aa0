import { expect, test } from 'vitest';
import type { Incident } from '../incidents/incident.ts';
import type { Run } from '../monitor/run.ts';
import { incidentHistory } from './incident-history.ts';

const INCIDENT: Incident = {
  id: 1,
  incidentID: 'i',
  teamID: 't',
  monitorID: 1,
  reason: 'missed',
  openedAt: 100,
  runSeq: 1,
  closedAt: null,
  closedBy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  note: null,
  pastAcknowledgements: [],
  snoozes: [],
};
const NOTHING = { openedBy: null, notes: [], alerts: [], messages: [] };
const DOWN = { kind: 'down', at: 100, state: 'planned', held: null } as const;

function steps(input: Partial<Parameters<typeof incidentHistory>[0]>) {
  return incidentHistory({ incident: INCIDENT, ...NOTHING, ...input }).map(({ at, kind, name, text }) =>
    [at, kind, name, text].filter((part) => part !== null).join(' '),
  );
}

test('an incident begins with its opening', () => expect(steps({})).toEqual(['100 opened']));

test('acknowledgement, notes and the end are in order', () => {
  expect(
    steps({
      incident: {
        ...INCIDENT,
        acknowledgedAt: 200,
        acknowledgedBy: 'Ann',
        snoozes: [{ at: 150, until: 900, by: 'Bob', remindAt: null, endedAt: 160, endedBy: 'Eve' }],
        note: 'On it.',
        closedAt: 400,
        closedBy: 'recovered',
      },
      notes: [
        { at: 150, author: 'Bob', text: 'Looking.' },
        { at: 500, author: 'Ann', text: 'It was the disk.' },
      ],
    }),
  ).toEqual([
    '100 opened',
    '150 noted Bob Looking.',
    '150 snoozed Bob',
    '160 unsnoozed Eve',
    '200 acknowledged Ann On it.',
    '400 recovered',
    '500 noted Ann It was the disk.',
  ]);
});

test('an acknowledgement that was taken over or taken back stays in the history', () => {
  const ann = { at: 200, by: 'Ann', note: 'On it.', endedAt: 300, endedBy: 'Ben', isTakenOver: true };
  const ben = { at: 300, by: 'Ben', note: null, endedAt: 350, endedBy: 'Ben', isTakenOver: false };
  const incident = {
    ...INCIDENT,
    pastAcknowledgements: [ann, ben],
    acknowledgedAt: 400,
    acknowledgedBy: 'Cyd',
  };
  expect(steps({ incident })).toEqual([
    '100 opened',
    '200 acknowledged Ann On it.',
    '300 taken_over Ben',
    '350 unacknowledged Ben',
    '400 acknowledged Cyd',
  ]);
  expect(incidentHistory({ incident, ...NOTHING }).map(({ from }) => from)).toEqual([
    null,
    null,
    'Ann',
    null,
    null,
  ]);
});

test('a missed run that was reported late has healed', () => {
  const openedBy = { state: 'succeeded', endedAt: 300 } as Run;
  expect(steps({ openedBy })).toEqual(['100 opened', '300 healed']);
});

test('a run that had ended before the incident opened says how late its report was', () => {
  const openedBy = { state: 'succeeded', endedAt: 40, late: false } as Run;
  const incident = { ...INCIDENT, closedAt: 10_800_040, closedBy: 'recovered' } as const;
  expect(steps({ openedBy, incident })).toEqual([
    '100 opened',
    '10800040 healed It ran on time; the report arrived 3 hours late.',
    '10800040 recovered',
  ]);
});

test('each channel of an alarm has its outcome, or the reason why it was not alerted', () => {
  const decisions = [
    { channel: 'c1', name: 'Mail', delivery: 'd1', reason: 'Default.' },
    { channel: 'c2', name: 'Chat', delivery: 'd2', reason: 'Default.' },
    { channel: 'c3', name: 'Pager', delivery: null, reason: 'Below its severity.' },
  ];
  const sent = {
    key: 'd1',
    state: 'sent',
    dueAt: 100,
    doneAt: 105,
    attempts: 1,
    problem: '',
    mergedInto: null,
  } as const;
  const waiting = {
    ...sent,
    key: 'd2',
    state: 'waiting',
    dueAt: 130,
    doneAt: null,
    problem: 'refused',
  } as const;
  const history = incidentHistory({
    incident: INCIDENT,
    ...NOTHING,
    alerts: [{ ...DOWN, decisions }],
    messages: [sent, waiting],
  });
  expect(history).toMatchObject([
    { at: 100, kind: 'opened' },
    {
      at: 100,
      kind: 'alerted',
      name: 'Chat',
      text: 'refused',
      message: { kind: 'down', channel: 'c2', state: 'waiting', nextAttemptAt: 130 },
    },
    { at: 100, kind: 'not_alerted', name: 'Pager', text: 'Below its severity.' },
    { at: 105, kind: 'alerted', name: 'Mail', text: null, message: { state: 'sent', nextAttemptAt: null } },
  ]);
});

test('a held alarm has its reason, and a reminder names only the reached channels', () => {
  const decisions = [{ channel: 'c', name: 'Mail', delivery: null, reason: 'Does not subscribe.' }];
  expect(
    steps({
      alerts: [
        { ...DOWN, state: 'held', held: 'In maintenance.', decisions: [] },
        { ...DOWN, kind: 'reminder', at: 200, decisions },
      ],
    }),
  ).toEqual(['100 opened', '100 held In maintenance.']);
});

test.each([
  ['sent', 'merged', null],
  ['waiting', 'waiting', 300],
  ['failed', 'failed', null],
] as const)('a message merged into a message that is %s counts as %s', (state, shown, nextAttemptAt) => {
  const decisions = [{ channel: 'c1', name: 'Chat', delivery: 'd1', reason: 'Default.' }];
  const merged = {
    key: 'd1',
    state: 'merged',
    dueAt: 100,
    doneAt: 101,
    attempts: 0,
    problem: '',
    mergedInto: 'd2',
  } as const;
  const carrier = {
    ...merged,
    key: 'd2',
    state,
    dueAt: 300,
    doneAt: state === 'waiting' ? null : 200,
    mergedInto: null,
  };
  const history = incidentHistory({
    incident: INCIDENT,
    ...NOTHING,
    alerts: [{ ...DOWN, decisions }],
    messages: [merged, carrier],
  });
  expect(history).toContainEqual(
    expect.objectContaining({
      name: 'Chat',
      message: expect.objectContaining({ state: shown, nextAttemptAt }),
    }),
  );
});

test('the end of an incident comes before the recovery alert of the same time', () => {
  const decisions = [{ channel: 'c1', name: 'Chat', delivery: null, reason: 'Muted.' }];
  const history = incidentHistory({
    incident: { ...INCIDENT, closedAt: 900, closedBy: 'recovered' },
    ...NOTHING,
    alerts: [{ ...DOWN, at: 900, decisions }],
  });
  expect(history.map(({ kind }) => kind)).toEqual(['opened', 'recovered', 'not_alerted']);
});
