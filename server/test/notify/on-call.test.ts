import { PROJECT_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { expect, test } from 'vitest';
import { findDefaultProject } from '../../src/projects/contract.ts';
import { createEdit } from '../edits.ts';
import { MINUTE, NOON, newMember } from '../store/suite/fixtures.ts';
import { type AlertBench, openAlertBench } from './alert-bench.ts';

/** Escalates every incident of the team to the on-call schedule "rota" after 10, 45 and 100 minutes. */
async function escalateToRota({ store, teamID }: AlertBench, members: readonly string[]): Promise<void> {
  for (const name of members)
    await store.addMember(teamID, { ...newMember(name), memberID: name, role: 'member' });
  await store.onCall.schedules.create({
    teamID,
    shortID: 'rota',
    name: 'Database',
    timezone: 'Europe/Riga',
    rotations: [{ members, startsOn: '2026-10-24', handoverAt: '03:30', shiftDays: 1, hours: null }],
    createdAt: NOON,
  });
  const steps = [10, 45, 100].map((after) => ({ afterMs: after * MINUTE, channels: [], onCall: ['rota'] }));
  await store.escalations.create({ teamID, shortID: 'policy', name: 'Night', steps, createdAt: NOON });
  const { shortID } = await findDefaultProject(store, teamID);
  const alerting = { ...PROJECT_ALERTING_DEFAULT, escalation: 'policy' };
  await store.projects.change(teamID, shortID, createEdit({ alerting }));
}

test('each step alerts the member who is on call at that moment, even in the night in which 03:30 occurs twice', async () => {
  const bench = await openAlertBench();
  const { clock, store, teamID, attempts } = bench;
  await escalateToRota(bench, ['ann', 'bob']);
  await bench.addChannel('bobs-phone');
  await store.channels.change(teamID, 'bobs-phone', createEdit({ isDefault: false }));
  await store.onCall.contacts.create({ teamID, memberID: 'bob', channels: ['bobs-phone'], calendar: null });
  // 03:00 in summer time. At 01:00 UTC, the clock goes back from 04:00 to 03:00.
  clock.jump(Date.UTC(2026, 9, 25) - clock.now());
  const monitor = await bench.addMonitor('pg-dump');
  await bench.start();
  await bench.fails(monitor);
  await clock.advance(2 * 60 * MINUTE);
  const received = attempts.map(({ at, channel, alert }) =>
    [new Date(at).toISOString().slice(11, 16), alert.recipient ?? channel, alert.title].join(' '),
  );
  const down = 'Down and not acknowledged: pg-dump';
  expect(received.map((line) => line.replace(down, 'down')).toSorted()).toEqual([
    '00:10 ann@example.com down',
    '00:45 bob@example.com down',
    '00:45 bobs-phone down',
    // The clock shows 03:40 for the second time, but Bob is still on call.
    '01:40 bob@example.com down',
    '01:40 bobs-phone down',
  ]);
  expect(attempts[0]?.alert.text).toContain('On call for Database: ann until 25 Oct 03:30 (Europe/Riga).');
  expect(attempts[1]?.alert.text).toContain('On call for Database: bob until 26 Oct 03:30 (Europe/Riga).');

  await bench.recovers(monitor);
  await clock.advance(MINUTE);
  const messages = attempts
    .slice(5)
    .map(({ channel, alert }) => [alert.recipient ?? channel, alert.kind].join(' '));
  expect(messages.toSorted()).toEqual([
    'ann@example.com recovered',
    'bob@example.com recovered',
    'bobs-phone recovered',
  ]);
});

test('refused mail to one member delays no mail to the next member', async () => {
  const bench = await openAlertBench();
  const { clock, attempts } = bench;
  await escalateToRota(bench, ['ann', 'bob']);
  bench.react('', ({ recipient }) =>
    recipient === 'ann@example.com'
      ? { outcome: 'failed', status: 451, answer: 'Not now.', retryAfterMs: 3_600_000 }
      : { outcome: 'sent', status: 250, answer: 'ok' },
  );
  clock.jump(Date.UTC(2026, 9, 25) - clock.now());
  const monitor = await bench.addMonitor('pg-dump');
  await bench.start();
  await bench.fails(monitor);
  await clock.advance(50 * MINUTE);
  expect(attempts.map(({ alert }) => alert.recipient)).toEqual(['ann@example.com', 'bob@example.com']);
  expect((await bench.deliveries()).map(({ channel, state }) => [channel.name, state])).toEqual([
    ['ann@example.com', 'waiting'],
    ['bob@example.com', 'sent'],
  ]);
});
