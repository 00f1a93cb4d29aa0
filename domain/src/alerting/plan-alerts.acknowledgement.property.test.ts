import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acknowledge, acknowledgementsOf, unacknowledge } from '../incidents/acknowledgement.ts';
import { beginSnooze, currentSnooze, endSnooze } from '../incidents/snooze.ts';
import { RULES_DEFAULT } from '../monitor/rules.ts';
import { newMonitorState } from '../monitor/state.ts';
import { HOUR_MS, MINUTE_MS } from '../time-units.ts';
import type { AlertPlanInput, AlertSubject, IncidentState, OutboxRow } from './alert-plan-input.ts';
import {
  MONITOR_ALERTING_DEFAULT,
  PROJECT_ALERTING_DEFAULT,
  TEAM_ALERTING_DEFAULT,
} from './alert-settings.ts';
import { planAlerts } from './plan-alerts.ts';
import { continuedTimers } from './timers.ts';

const OPENED = Date.UTC(2026, 10, 21, 3);
const AFTER_MINUTES = [5, 6, 20, 45];
const ESCALATIONS = [
  {
    shortID: 'e1',
    name: 'Ops',
    steps: AFTER_MINUTES.map((after) => ({ afterMs: after * MINUTE_MS, channels: ['c1'], onCall: [] })),
  },
];
const SUBJECT: AlertSubject = {
  monitorID: 1,
  shortID: 'm1',
  name: 'Job',
  tags: [],
  alerting: { ...MONITOR_ALERTING_DEFAULT, escalation: 'e1', remindEveryMs: 7 * MINUTE_MS },
  project: { shortID: 'p1', name: 'db-01', alerting: PROJECT_ALERTING_DEFAULT },
  monitor: {
    rules: {
      ...RULES_DEFAULT,
      schedule: { type: 'interval', intervalMs: HOUR_MS, timezone: 'UTC', graceMs: 0 },
    },
    state: newMonitorState({ kind: 'cron', createdAt: 0, paused: false }),
  },
};
const INCIDENT: IncidentState = {
  ...{ id: 1, incidentID: 'i1', teamID: 't', monitorID: 1, reason: 'missed', openedAt: OPENED, runSeq: null },
  ...{ closedAt: null, closedBy: null, acknowledgedAt: null, acknowledgedBy: null, note: null },
  ...{ pastAcknowledgements: [], snoozes: [], run: null, alarmedChannelIDs: [1], unsentAlarms: new Map() },
  escalationStep: 0,
  isEscalationPending: true,
};

const ACTIONS = ['acknowledge', 'take_over', 'take_back', 'snooze', 'unsnooze'] as const;
type Action = (typeof ACTIONS)[number];

/** An incident with its timers, as the store keeps it. */
interface Kept {
  incident: IncidentState;
  remindAt: number | null;
  escalateAt: number | null;
  /** Raised alerts that wait to be planned. */
  waiting: readonly ('reminder' | 'escalation')[];
}

function raise(kept: Kept, now: number): void {
  for (const [kind, timer] of [
    ['reminder', 'remindAt'],
    ['escalation', 'escalateAt'],
  ] as const)
    if ((kept[timer] ?? Number.POSITIVE_INFINITY) <= now) {
      kept.waiting = [...kept.waiting, kind];
      kept[timer] = null;
    }
}

function act(kept: Kept, action: Action, now: number): void {
  const { incident } = kept;
  const acknowledgements = acknowledgementsOf(incident);
  switch (action) {
    case 'acknowledge':
    case 'take_over':
    case 'take_back': {
      const by = action === 'take_over' ? `somebody at ${now}` : 'Ann';
      const next = { at: now, by, note: null, takeOver: action === 'take_over' };
      const after =
        action === 'take_back'
          ? unacknowledge(acknowledgements, { at: now, by })
          : acknowledge(acknowledgements, next);
      if (after === null) return;
      kept.incident = {
        ...incident,
        acknowledgedAt: after.current?.at ?? null,
        acknowledgedBy: after.current?.by ?? null,
        pastAcknowledgements: after.past,
      };
      const timed = { incident: kept.incident, subject: SUBJECT, waiting: kept.waiting };
      const timers =
        after.current === null
          ? continuedTimers({ now, escalations: ESCALATIONS }, timed)
          : { remindAt: null, escalateAt: null };
      Object.assign(kept, timers);
      return;
    }
    case 'snooze':
    case 'unsnooze': {
      if (incident.acknowledgedAt !== null) return;
      const before = { snoozes: incident.snoozes, remindAt: kept.remindAt, escalateAt: kept.escalateAt };
      const after =
        action === 'snooze'
          ? beginSnooze(before, { at: now, until: now + 11 * MINUTE_MS, by: 'Ben' })
          : endSnooze(before, { at: now, by: 'Ben' });
      if (after === null) return;
      const { snoozes, remindAt, escalateAt } = after;
      Object.assign(kept, { remindAt, escalateAt, incident: { ...incident, snoozes } });
    }
  }
}

type Window = AlertPlanInput['maintenance'][number];

function maintenance(from: number, minutes: number): Window {
  return {
    ...{ shortID: 'w', name: 'Move', scope: { monitors: [], tags: [], projects: [] } },
    times: { type: 'once', from, to: from + minutes * MINUTE_MS },
  };
}

/** Plans the raised alerts. Held alerts keep waiting. Returns the steps of the escalation that are sent. */
function planWaiting(kept: Kept, { now, window }: { readonly now: number; readonly window: Window }) {
  const { waiting } = kept;
  const isEscalationPending = kept.escalateAt !== null || waiting.includes('escalation');
  const incident = { ...kept.incident, isEscalationPending };
  const rows = waiting.map(
    (kind, index): OutboxRow => ({
      ...{ id: index + 1, kind, at: now, subject: SUBJECT, incident, isSuperseded: false },
      ...{ flapCount: 1, log: null, detail: null, previousHold: null },
    }),
  );
  const input: AlertPlanInput = {
    now,
    team: { id: 't', name: 'Acme', alerting: TEAM_ALERTING_DEFAULT },
    ...{ rows, channels: [CHANNEL], admins: [], maintenance: [window], escalations: ESCALATIONS },
    rosters: [],
    ...{ members: [], recentAlarms: new Map(), combinedMessages: new Map() },
  };
  const context = { newKey: () => 'key', tracksIncidents: () => false, hasMail: false, baseURL: '' };
  const { rows: outcomes, deliveries, incidentTimers } = planAlerts(input, context);
  kept.waiting = waiting.filter((_, index) => outcomes[index]?.outcome === 'held');
  for (const timers of incidentTimers) {
    if (incident.acknowledgedAt !== null) continue;
    kept.remindAt = timers.remindAt;
    if (!('escalateAt' in timers)) continue;
    kept.escalateAt = timers.escalateAt;
    kept.incident = { ...kept.incident, escalationStep: timers.escalationStep };
  }
  return deliveries.filter(({ kind }) => kind === 'escalation').map(() => incident.escalationStep);
}

const CHANNEL: AlertPlanInput['channels'][number] = {
  ...{ id: 1, shortID: 'c1', type: 'slack', name: 'ops', isDefault: false, subscriptions: [], tags: [] },
  ...{ minSeverity: 'low', members: [], disabled: null },
};

test('each step of an escalation comes once, never in maintenance, on a clock that stands still during acknowledgements and snoozes', () => {
  const actions = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(...ACTIONS)), {
    maxLength: 10,
  });
  fc.assert(
    fc.property(actions, fc.nat(60), fc.nat(40), (planned, from, length) => {
      const window = maintenance(OPENED + from * MINUTE_MS, length);
      const windowEnd = OPENED + (from + length) * MINUTE_MS;
      const isInMaintenance = (now: number) => now >= OPENED + from * MINUTE_MS && now < windowEnd;
      const kept: Kept = {
        incident: INCIDENT,
        waiting: [],
        remindAt: null,
        escalateAt: OPENED + 5 * MINUTE_MS,
      };
      const sent: { readonly step: number; readonly clock: number }[] = [];
      let clock = 0;
      let clockAtWindowEnd = 0;
      for (let minute = 1; minute < 250; minute += 1) {
        const now = OPENED + minute * MINUTE_MS;
        const { acknowledgedAt } = kept.incident;
        if (acknowledgedAt === null && currentSnooze(kept.incident, now - MINUTE_MS) === null) clock += 1;
        if (now <= windowEnd) clockAtWindowEnd = clock;
        raise(kept, now);
        for (const [at, action] of planned) if (at === minute) act(kept, action, now);
        // From here on, the escalation is never stopped again, so that all its steps are sent.
        if (minute === 61) act(kept, 'take_back', now);
        raise(kept, now);
        const isStopped = kept.incident.acknowledgedAt !== null || currentSnooze(kept.incident, now) !== null;
        for (const step of planWaiting(kept, { now, window })) {
          expect(isStopped || isInMaintenance(now)).toBe(false);
          sent.push({ step, clock });
        }
      }
      expect(sent.map(({ step }) => step)).toEqual(AFTER_MINUTES.map((_, step) => step));
      for (const [index, { step, clock: at }] of sent.entries()) {
        const due = AFTER_MINUTES[step] ?? 0;
        expect(at).toBeGreaterThanOrEqual(due);
        // `clock` stands still while the incident is acknowledged or snoozed. A step that was raised just before `clock` stopped
        // may be sent one minute later. Steps that were due in maintenance are sent one after another when the window ends, and
        // may delay the next step.
        const earliest = Math.max(due, (sent[index - 1]?.clock ?? 0) + 1);
        if (due > clockAtWindowEnd) expect(at).toBeLessThanOrEqual(earliest + 1);
      }
    }),
    { numRuns: 300 },
  );
});
