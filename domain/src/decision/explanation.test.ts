import { describe, expect, test } from 'vitest';
import {
  checkResult,
  cron,
  every,
  HOUR,
  MINUTE,
  rules,
  type Scenario,
  SECOND,
  startScenario,
} from '../../test/scenario.ts';
import type { GridSchedule } from '../schedule/schedule.ts';
import { explain, explainCheck, explainOutage } from './explanation.ts';

const explained = (scenario: Scenario) => explain(scenario.monitor(), scenario.now());
const inRiga = { schedule: cron('0 2 * * *', HOUR, 'Europe/Riga') };

describe('explanations', () => {
  test('a new monitor is explained', () => {
    expect(explained(startScenario())).toBe('New: waiting for the first ping.');
  });

  test('a monitor that is up is explained', () => {
    expect(explained(startScenario().at('01:00').ping())).toBe(
      'Up. Next run expected at 02:00, counts as missed after 03:00.',
    );
  });

  test('an explanation names UTC where readers may be anywhere', () => {
    const scenario = startScenario().at('01:00').ping();
    expect(explain(scenario.monitor(), scenario.now(), true)).toBe(
      'Up. Next run expected at 02:00 (UTC), counts as missed after 03:00.',
    );
  });

  test('a monitor without a grace period is explained', () => {
    const scenario = startScenario(rules({ schedule: cron('0 2 * * *', 0) }));
    expect(explained(scenario.at('01:00').ping())).toBe(
      'Up. Next run expected at 02:00, counts as missed after that.',
    );
  });

  test('a monitor with open runs is explained', () => {
    const scenario = startScenario(rules({ maxRunMs: 30 * MINUTE }))
      .at('01:00')
      .start();
    expect(explained(scenario)).toBe(
      'Up. Next run expected at 02:00, counts as missed after 03:00. ' +
        '1 run is open; it times out at 01:30 or later.',
    );
    expect(explained(scenario.at('01:10').start())).toBe(
      'Up. Next run expected at 02:00, counts as missed after 03:00. ' +
        '2 runs are open; the first times out at 01:30 or later.',
    );
  });

  test('an open run without a known limit is explained without a limit', () => {
    const scenario = startScenario(rules({ maxRunMs: 30 * MINUTE }))
      .at('01:00')
      .start({ rid: 'a' })
      .at('01:10')
      .start({ rid: 'b' });
    scenario.at('01:20').end({ rid: 'a' }).at('01:35');
    expect(explained(scenario)).toBe(
      'Up. Next run expected at 02:00, counts as missed after 03:00. 1 run is open.',
    );
  });

  test('a late run is explained', () => {
    expect(explained(startScenario().at('01:00').ping().at('02:30'))).toBe(
      'Late: expected at 02:00, no report yet. Counts as missed after 03:00.',
    );
  });

  test('a late run beside an open run is explained', () => {
    const scenario = startScenario(rules({ maxRunMs: 5 * HOUR }))
      .at('01:00')
      .start()
      .at('02:30');
    expect(explained(scenario)).toBe(
      'Late: expected at 02:00, no report yet. Counts as missed after 03:00. ' +
        '1 run is open; it times out at 06:00 or later.',
    );
  });

  test('a missed run is explained', () => {
    expect(explained(startScenario().at('01:00').ping().at('04:00').advance())).toBe(
      'Down since 03:00: the 02:00 run missed its deadline. Recovers on the next success.',
    );
  });

  test('a failed run is explained', () => {
    expect(explained(startScenario().at('01:00').ping().at('02:10').fail())).toBe(
      'Down since 02:10: the 02:00 run failed. Recovers on the next success.',
    );
    expect(explained(startScenario().at('01:00').fail())).toBe(
      'Down since 01:00: the job reported a failure. Recovers on the next success.',
    );
  });

  test('a run that got stuck is explained', () => {
    const scenario = startScenario(rules({ maxRunMs: 10 * MINUTE }));
    expect(explained(scenario.at('02:00').start().at('02:20').advance())).toBe(
      'Down since 02:10: the 02:00 run did not end in time. Recovers on the next success.',
    );
    const extra = startScenario(rules({ maxRunMs: 10 * MINUTE }))
      .at('01:00')
      .start();
    expect(explained(extra.at('01:20').advance())).toBe(
      'Down since 01:10: a run did not end in time. Recovers on the next success.',
    );
  });

  test('several failures, and the required successes, are explained', () => {
    const scenario = startScenario(rules({ recoverAfterSuccesses: 3 }))
      .at('01:00')
      .fail()
      .fail();
    expect(explained(scenario)).toBe(
      'Down since 01:00: the job reported a failure, 2 failures in a row. Recovers after 3 successes in a row.',
    );
    expect(explained(scenario.ping())).toBe(
      'Down since 01:00: the job reported a failure. Recovers after 2 more successes in a row.',
    );
    expect(explained(scenario.ping())).toBe(
      'Down since 01:00: the job reported a failure. Recovers on the next success.',
    );
  });

  test('a monitor that has given up is explained', () => {
    const scenario = startScenario(rules({ schedule: every(MINUTE, 0) }))
      .at('01:00')
      .ping()
      .at('20:00')
      .advance();
    expect(explained(scenario)).toBe(
      'Down since 01:01: the 01:01 run missed its deadline, 1000 failures in a row. ' +
        'Missed 1000 runs in a row: no longer evaluated until the next ping.',
    );
  });

  test('failures below the threshold are explained', () => {
    const scenario = startScenario(rules({ alertAfterFailures: 3 }))
      .at('01:00')
      .fail();
    expect(explained(scenario)).toBe(
      'Failing: 1 failure so far, and 3 in a row raise an alert; at 01:00 the job reported a failure. ' +
        'Next run expected at 02:00, counts as missed after 03:00.',
    );
    expect(explained(scenario.at('02:30'))).toBe(
      'Failing: 1 failure so far, and 3 in a row raise an alert; at 01:00 the job reported a failure. ' +
        'Next run was expected at 02:00, no report yet. Counts as missed after 03:00.',
    );
    expect(explained(scenario.at('03:30').advance())).toBe(
      'Failing: 2 failures so far, and 3 in a row raise an alert; at 03:00 the 02:00 run missed its deadline. ' +
        'Next run expected on 22 Nov at 02:00, counts as missed after 22 Nov 03:00.',
    );
  });

  test('failures after a lowered threshold are explained', () => {
    const scenario = startScenario(rules({ alertAfterFailures: 3 }))
      .at('01:00')
      .fail()
      .fail()
      .edit({ alertAfterFailures: 1 });
    expect(explained(scenario)).toMatch(
      /^Failing: 2 in a row, and the next failure raises an alert; at 01:00 /,
    );
  });

  test('a paused monitor is explained', () => {
    expect(explained(startScenario().fail().pause())).toBe('Paused: pings are recorded but not evaluated.');
  });
});

describe('times in explanations', () => {
  test("times are in the schedule's time zone, which is named once", () => {
    expect(explained(startScenario(rules(inRiga)).at('10:00').ping().at('22 00:30'))).toBe(
      'Late: expected at 02:00 (Europe/Riga), no report yet. Counts as missed after 03:00.',
    );
  });

  test('times follow clock changes', () => {
    const scenario = startScenario(rules(inRiga), { createdAt: '2026-10-20 00:00' });
    expect(explained(scenario.at('2026-10-24 22:59').ping())).toMatch(
      /^Up\. Next run expected on 26 Oct at 02:00 \(Eur/,
    );
    expect(explained(scenario.at('2026-10-26 00:30'))).toMatch(/^Late: expected at 02:00 /);
  });

  test('a time on another day has the date, by the calendar of the zone', () => {
    const scenario = startScenario(rules(inRiga)).at('21:00').ping();
    expect(explained(scenario)).toBe(
      'Up. Next run expected on 22 Nov at 02:00 (Europe/Riga), counts as missed after 22 Nov 03:00.',
    );
    expect(explained(scenario.at('22:00'))).toBe(
      'Up. Next run expected at 02:00 (Europe/Riga), counts as missed after 03:00.',
    );
  });

  test('a time in another year has the year', () => {
    const scenario = startScenario().at('01:00').fail();
    expect(explained(scenario.at('2027-01-05 00:00'))).toMatch(/^Down since 21 Nov 2026 01:00: the job/);
  });

  test('only times with seconds show seconds', () => {
    const scenario = startScenario(rules({ schedule: every(90 * SECOND, 30 * SECOND) }))
      .at('09:05:07.250')
      .ping();
    expect(explained(scenario)).toBe('Up. Next run expected at 09:06:37, counts as missed after 09:07:07.');
  });
});

describe('explanations of checked monitors', () => {
  const grid: GridSchedule = {
    type: 'grid',
    intervalMs: MINUTE,
    phaseMs: 0,
    timezone: 'UTC',
    graceMs: 30 * SECOND,
  };
  const website = rules({ kind: 'http', schedule: grid });
  const up = () => startScenario(website).at('00:00:01').check('succeeded');

  test.each([
    ['new', startScenario(website), 'New: waiting for the first check.'],
    ['paused', startScenario(website, { paused: true }), 'Paused: the target is not checked.'],
    ['up', up(), 'Up. Next check at 00:01.'],
    ['up while it is checked', up().at('00:01:02'), 'Up. The check of 00:01 has not ended yet.'],
    [
      'up, but unchecked',
      up().at('00:03').advance(),
      'Up. Nobody has checked the target since 00:00. Next check at 00:03.',
    ],
    [
      'new and unchecked',
      startScenario(website).at('00:00:40').advance(),
      'New: waiting for the first check.',
    ],
    [
      'down',
      up().at('00:01:01').check('failed'),
      'Down since 00:01:01: the check at 00:01 failed: HTTP status 503. Recovers on the next success.',
    ],
    [
      'down and unchecked',
      up().at('00:01:01').check('failed').at('00:02:40').advance(),
      'Down since 00:01:01: the check at 00:01 failed: HTTP status 503. Recovers on the next success. ' +
        'Nobody has checked the target since 00:01.',
    ],
    [
      'failing',
      startScenario({ ...website, alertAfterFailures: 2 })
        .at('00:00:01')
        .check('timed_out'),
      'Failing: 1 failure so far, and 2 in a row raise an alert; the check at 00:00 timed out: HTTP status 503. Next check at 00:01.',
    ],
  ])('a monitor that is %s is explained', (_, scenario, text) => {
    expect(explained(scenario)).toBe(text);
  });

  test('an outage names the zone of its check', () => {
    const scenario = up().at('00:01:01').check('failed');
    expect(explainOutage(scenario.monitor(), scenario.now())).toBe(
      'The check at 00:01 (UTC) failed: HTTP status 503. Recovers on the next success.',
    );
  });

  const before = { outcome: 'failed', code: 'connect_timeout', message: 'connecting timed out' } as const;
  const { startedAt, phases } = checkResult('failed', 0);
  const earlier = [{ ...before, startedAt, phases, node: 'db-1', region: 'eu' }];

  test.each([
    ['a success', up(), 'The check at 00:00 succeeded.'],
    ['a failure', up().at('00:01:01').check('failed'), 'The check at 00:01 failed: HTTP status 503.'],
    [
      'a confirmed failure',
      up().at('00:01:01').check('failed', { result: { earlier } }),
      'The check at 00:01 failed: HTTP status 503. Confirmed by 1 further attempt.',
    ],
    [
      'a disputed success',
      up()
        .at('00:01:01')
        .check('succeeded', { result: { earlier, disputed: true } }),
      'The check at 00:01 succeeded. Disputed: an attempt from db-1 in eu failed: connecting timed out.',
    ],
    [
      'a success with a note',
      up()
        .at('00:01:01')
        .check('succeeded', {
          result: { code: 'tls_expires_soon', message: 'certificate expires in 3 days' },
        }),
      'The check at 00:01 succeeded: certificate expires in 3 days.',
    ],
    [
      'a result that shows nothing',
      up()
        .at('00:01:01')
        .check('unknown', { result: { code: 'own_network', message: 'our network was down' } }),
      'The check at 00:01 shows nothing about the target: our network was down.',
    ],
    ['a slot that nobody checked', up().at('00:02').advance(), 'Nobody checked the target at 00:01.'],
    [
      'a slot that a blind window hid',
      up().at('00:01:30').blindSince('00:00:30'),
      'Nobody checked the target at 00:01, because Overdue was not running.',
    ],
  ])('%s is explained', (_, scenario, text) => {
    expect(explainCheck(scenario.lastRun(), { timezone: 'UTC', now: scenario.now() })).toBe(text);
  });
});
