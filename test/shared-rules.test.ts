import { readFileSync } from 'node:fs';
import { DEFAULT_SUBSCRIPTIONS, SUBSCRIPTION_KINDS } from '@overdue/domain/alerting/alert-settings.ts';
import { isCovered } from '@overdue/domain/alerting/maintenance.ts';
import { RULES_DEFAULT, runLimitMs } from '@overdue/domain/monitor-rules.ts';
import { newMonitorState, statusAt } from '@overdue/domain/monitor-state.ts';
import { expect, test } from 'vitest';
import * as signIn from '../server/src/accounts/sign-in/sign-in-settings.ts';
import { CHANNEL_TYPES } from '../server/src/channels/types/registry.ts';
import { AFTER_SECONDS_MIN, STEPS_MAX } from '../server/src/escalations/endpoints.ts';
import { SEARCH_KINDS } from '../server/src/search/endpoints/search-schema.ts';
import { DRAWINGS, LOGOS } from '../web/src/channel/channel-logos.ts';
import { SETUPS } from '../web/src/channel-form/setup-steps.ts';
import * as steps from '../web/src/data/account/step-lengths.ts';
import { coversMonitor } from '../web/src/data/alerts/covers-monitor.ts';
import { currentStatus } from '../web/src/data/monitors/status-at.ts';
import * as searchKinds from '../web/src/data/search-kinds.ts';
import { NEW_ROUTING, SUBSCRIPTIONS } from '../web/src/monitor/alert-choices.ts';
import { typesByCategory } from '../web/src/pages/channels/channel-categories.ts';
import * as escalationLimits from '../web/src/pages/channels/escalation-limits.ts';
import { defaultMaxRunDuration, newDraft } from '../web/src/pages/editor/draft/draft-fields.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../web/src/ui/form/password-strength.ts';

// The application repeats these rules of the service to show their effect without a request.

test('a new channel has the same subscriptions in the form and in the API', () => {
  expect(NEW_ROUTING.subscriptions).toEqual(DEFAULT_SUBSCRIPTIONS);
  expect(SUBSCRIPTIONS.toSorted()).toEqual(SUBSCRIPTION_KINDS.toSorted());
});

test('a new monitor has the same rules in the form and in the API', () => {
  const { alertAfterFailures, recoverAfterSuccesses, manualResume } = RULES_DEFAULT;
  expect(newDraft('UTC')).toMatchObject({
    alertAfterFailures: String(alertAfterFailures),
    recoverAfterSuccesses: String(recoverAfterSuccesses),
    manualResume,
  });
});

test('the inputs of sign-in steps have the same lengths', () => {
  expect(signIn).toMatchObject({ ...steps, PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX });
});

test('an escalation policy has the same limits', () => {
  expect(escalationLimits).toMatchObject({ AFTER_SECONDS_MIN, STEPS_MAX });
});

test('a search finds the same kinds of results', () => {
  expect(searchKinds).toMatchObject({ SEARCH_KINDS });
});

test('every channel type is listed once in the application and in the guide', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  const guide = readFileSync(new URL('../docs/channels/README.md', import.meta.url), 'utf8');
  const listed = typesByCategory(CHANNEL_TYPES, '').flatMap((category) => category.types);
  expect(listed.map(({ type }) => type).toSorted()).toEqual(types);
  expect(
    [...guide.matchAll(/^\| \[.*?\]\(.*?\) \| `(\w+)` \|/gm)].map(([, type]) => type).toSorted(),
  ).toEqual(types);
});

test('every channel type has steps at the provider, except the types of Overdue itself', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  const own = ['email', 'group', 'webpush'];
  expect([...Object.keys(SETUPS), ...own].toSorted()).toEqual(types);
});

test('every channel type has one logo or drawing', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  expect([...Object.keys(LOGOS), ...Object.keys(DRAWINGS)].toSorted()).toEqual(types);
});

test.each([0, 60, 3600, 3601, 86_400])('the default run limit for a grace of %i s is the same', (grace) => {
  const schedule = { type: 'interval', intervalMs: 60_000, timezone: 'UTC', graceMs: grace * 1000 } as const;
  const counts = { alertAfterFailures: 1, recoverAfterSuccesses: 1 };
  const rules = { schedule, maxRunMs: null, ...counts, manualResume: true, pingFilter: null };
  expect(defaultMaxRunDuration(grace) * 1000).toBe(runLimitMs(rules));
});

test.each([999, 1000, 1001])(
  'both sides give the same status at %i to a monitor that expects a run at 1000',
  (now) => {
    for (const paused of [true, false])
      for (const reported of [true, false])
        for (const failureStreak of [0, 1]) {
          const state = {
            ...newMonitorState({ createdAt: 0, paused }),
            reported,
            failureStreak,
            nextExpectedAt: 1000,
          };
          expect(currentStatus(statusAt(state, 0), 1000, now)).toBe(statusAt(state, now));
        }
  },
);

test('both sides agree which monitors a maintenance window covers', () => {
  const monitor = { shortID: 'a', tags: ['db', 'eu'], projectShortID: 'p' };
  const choices = { monitors: [[], ['a'], ['b']], tags: [[], ['eu'], ['us']], projects: [[], ['p'], ['q']] };
  for (const monitors of choices.monitors)
    for (const tags of choices.tags)
      for (const projects of choices.projects) {
        const scope = { monitors, tags, projects };
        expect(coversMonitor(scope, monitor), JSON.stringify(scope)).toBe(isCovered(scope, monitor));
      }
});
