import { TEAM_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { describe, expect, test } from 'vitest';
import type { ClaimedDelivery } from '../../src/channels/contract.ts';
import type { MonitorRecord } from '../../src/database/records.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { createEdit } from '../edits.ts';
import { HOUR, MINUTE } from '../store/suite/fixtures.ts';
import { type AlertBench, FAILED, GONE, openAlertBench, REFUSED, SENT } from './alert-bench.ts';

const SECOND = 1000;
const LEASE_MS = 15 * SECOND;

/** Creates a channel that responds only when the test says so. */
function stalledChannel() {
  const asked: ((outcome: SendResult) => void)[] = [];
  return {
    receive: () => new Promise<SendResult>((resolve) => void asked.push(resolve)),
    waiting: () => asked.length,
    /** Responds to the oldest pending request. */
    answer: (outcome: SendResult) => asked.shift()?.(outcome),
  };
}

async function openWith(...channels: readonly string[]): Promise<{
  readonly bench: AlertBench;
  readonly monitor: MonitorRecord;
}> {
  const bench = await openAlertBench();
  for (const channel of channels) await bench.addChannel(channel);
  return { bench, monitor: await bench.addMonitor('job') };
}

async function statesOf(bench: AlertBench): Promise<readonly string[]> {
  return (await bench.deliveries()).map(
    ({ key, state, mergedInto }) => `${key} ${state}${mergedInto === null ? '' : ` into ${mergedInto}`}`,
  );
}

describe('an alert', () => {
  test('goes to each channel once, at the latest a second after its commit', async () => {
    const { bench, monitor } = await openWith('mail', 'chat');
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    expect(bench.received('mail')).toEqual(['down k1']);
    expect(bench.received('chat')).toEqual(['down k2']);
    await bench.recovers(monitor);
    await bench.clock.advance(HOUR / 20);
    expect(bench.received('mail')).toEqual(['down k1', 'recovered k3']);
    expect(bench.received('chat')).toEqual(['down k2', 'recovered k4']);
    expect(await statesOf(bench)).toEqual(['k1 sent', 'k2 sent', 'k3 sent', 'k4 sent']);
  });

  test('is sent immediately when the notifier is woken', async () => {
    const { bench, monitor } = await openWith('mail');
    const { notifier } = await bench.start();
    await bench.fails(monitor);
    notifier.wake();
    await bench.clock.settle();
    expect(bench.received('mail')).toEqual(['down k1']);
  });

  test('is not sent again if the channel refuses it, and does not delay the next alert', async () => {
    const { bench, monitor } = await openWith('mail');
    bench.react('mail', () => REFUSED);
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(MINUTE);
    bench.react('mail', () => SENT);
    // A channel that didn't get the alarm gets no recovery either.
    await bench.recovers(monitor);
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    expect(bench.received('mail')).toEqual(['down k1', 'down k2']);
    expect(await statesOf(bench)).toEqual(['k1 failed', 'k2 sent']);
  });
});

describe('the order of messages', () => {
  test('a recovery waits for the alarm that is under way', async () => {
    const { bench, monitor } = await openWith('mail');
    const mail = stalledChannel();
    bench.react('mail', mail.receive);
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    await bench.recovers(monitor);
    await bench.clock.advance(10 * SECOND);
    expect(bench.received('mail')).toEqual(['down k1']);
    mail.answer(SENT);
    await bench.clock.settle();
    expect(bench.received('mail')).toEqual(['down k1', 'recovered k2']);
  });

  test('the recovery includes an alarm that waits for its next attempt', async () => {
    const { bench, monitor } = await openWith('mail');
    bench.react('mail', () => ({ ...FAILED, retryAfterMs: 5 * MINUTE }));
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    bench.react('mail', () => SENT);
    await bench.recovers(monitor);
    await bench.clock.advance(10 * MINUTE);
    expect(bench.received('mail')).toEqual(['down k1', 'recovered k2']);
    expect(bench.attempts.at(-1)?.alert.includesLostAlarm).toBe(true);
    expect(bench.attempts.at(-1)?.alert.title).toBe('Was down. Recovered: job');
    expect(await statesOf(bench)).toEqual(['k1 merged into k2', 'k2 sent']);
  });

  test('the recovery includes an alarm that fails while the recovery waits', async () => {
    const { bench, monitor } = await openWith('mail');
    const mail = stalledChannel();
    bench.react('mail', mail.receive);
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    await bench.recovers(monitor);
    await bench.clock.advance(SECOND);
    mail.answer(FAILED);
    await bench.clock.settle();
    mail.answer(SENT);
    await bench.clock.advance(MINUTE);
    expect(bench.received('mail')).toEqual(['down k1', 'recovered k2']);
    expect(bench.attempts.at(-1)?.alert.includesLostAlarm).toBe(true);
    expect(bench.attempts.at(-1)?.alert.title).toBe('Was down. Recovered: job');
    expect(await statesOf(bench)).toEqual(['k1 merged into k2', 'k2 sent']);
  });

  test('messages arrive in the order of their events despite any failures', async () => {
    const { bench, monitor } = await openWith('mail');
    let tries = 0;
    const arrived: string[] = [];
    bench.react('mail', ({ kind, at }) => {
      tries += 1;
      if (tries % 3 !== 0) return FAILED;
      arrived.push(`${at} ${kind}`);
      return SENT;
    });
    await bench.start();
    for (let round = 0; round < 6; round += 1) {
      await bench.fails(monitor);
      await bench.clock.advance(SECOND * round);
      await bench.recovers(monitor);
      await bench.clock.advance(SECOND);
    }
    await bench.clock.advance(10 * MINUTE);
    expect(arrived).toEqual(arrived.toSorted());
    expect(arrived.at(-1)).toMatch(/recovered$/);
    expect((await bench.deliveries()).filter(({ state }) => state !== 'sent' && state !== 'merged')).toEqual(
      [],
    );
  });

  test('a message of another monitor does not wait', async () => {
    const { bench, monitor } = await openWith('mail');
    const other = await bench.addMonitor('other');
    bench.react('mail', ({ items }) =>
      items[0]?.monitor.name === 'job' ? new Promise(() => {}) : Promise.resolve(SENT),
    );
    await bench.start();
    await bench.fails(monitor);
    await bench.fails(other);
    await bench.clock.advance(SECOND);
    await bench.recovers(other);
    await bench.clock.advance(SECOND);
    expect(bench.received('mail')).toEqual(['down k1', 'down k2', 'recovered k3']);
  });
});

describe('the end of a process', () => {
  test('the next process repeats an interrupted attempt, under the same key, when the lease ends', async () => {
    const { bench, monitor } = await openWith('mail');
    bench.react('mail', () => new Promise(() => {}));
    const first = await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    const sentAt = bench.clock.now();
    first.die();
    bench.react('mail', () => SENT);
    await bench.start();
    await bench.clock.advance(LEASE_MS - 2 * SECOND);
    expect(bench.received('mail')).toEqual(['down k1']);
    await bench.clock.advance(2 * SECOND);
    expect(bench.received('mail')).toEqual(['down k1', 'down k1']);
    expect((bench.attempts[1]?.at ?? 0) - sentAt).toBeLessThanOrEqual(LEASE_MS + SECOND);
    expect(await statesOf(bench)).toEqual(['k1 sent']);
  });

  test('a message that was sent but not saved is sent again under the same key, and in order', async () => {
    const { bench, monitor } = await openWith('mail');
    const first = await bench.start();
    bench.hook = (method, call) => {
      if (method === 'recordAttempts') first.die();
      return method === 'recordAttempts' ? new Promise(() => {}) : call();
    };
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    await bench.recovers(monitor);
    bench.hook = (_method, call) => call();
    await bench.start();
    await bench.clock.advance(2 * LEASE_MS);
    expect(bench.received('mail')).toEqual(['down k1', 'down k1', 'recovered k2']);
    expect(await statesOf(bench)).toEqual(['k1 sent', 'k2 sent']);
  });

  test('no saved message is sent twice while another process lives', async () => {
    const { bench, monitor } = await openWith('mail');
    const first = await bench.start();
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    first.die();
    await bench.recovers(monitor);
    await bench.clock.advance(2 * LEASE_MS);
    expect(bench.received('mail')).toEqual(['down k1', 'recovered k2']);
  });

  test('a repeated message has the same content, because receivers ignore a message with a known key', async () => {
    const { bench } = await openWith('mail');
    await bench.store.changeTeam(
      bench.teamID,
      createEdit({ alerting: { ...TEAM_ALERTING_DEFAULT, combineAbove: 1 } }),
    );
    const first = await bench.start();
    for (const name of ['a', 'b', 'c']) await bench.fails(await bench.addMonitor(name));
    bench.hook = (method, call) => {
      if (method === 'recordAttempts') first.die();
      return method === 'recordAttempts' ? new Promise(() => {}) : call();
    };
    await bench.clock.advance(10 * SECOND);
    expect(bench.received('mail')).toHaveLength(1);
    bench.hook = (_method, call) => call();
    await bench.clock.advance(LEASE_MS);
    await bench.fails(await bench.addMonitor('late'));
    await bench.start();
    await bench.clock.advance(10 * SECOND);
    const alerts = bench.attempts.map(({ alert }) => alert);
    expect(alerts.map(({ key, items }) => [key, items.map(({ monitor }) => monitor.name)])).toEqual([
      [alerts[0]?.key, ['a', 'b', 'c']],
      [alerts[0]?.key, ['a', 'b', 'c']],
      [expect.not.stringContaining(alerts[0]?.key ?? ''), ['late']],
    ]);
  });

  test('a process that slept past its lease does not repeat a message that it is still sending', async () => {
    const { bench, monitor } = await openWith('mail');
    const mail = stalledChannel();
    bench.react('mail', mail.receive);
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    bench.clock.jump(2 * LEASE_MS);
    await bench.clock.advance(2 * SECOND);
    expect(bench.received('mail')).toEqual(['down k1']);
    mail.answer(FAILED);
    await bench.clock.advance(2 * LEASE_MS);
    expect(bench.received('mail')).toEqual(['down k1', 'down k1']);
  });
});

test('an error in the code of a channel fails the attempt, which is repeated', async () => {
  const { bench, monitor } = await openWith('mail');
  bench.react('mail', () => {
    throw new Error('defect');
  });
  await bench.start();
  await bench.fails(monitor);
  await bench.clock.advance(SECOND);
  expect(bench.received('mail')).toEqual(['down k1']);
  expect(bench.errors).toEqual([expect.stringContaining('defect in the service')]);
  bench.react('mail', () => SENT);
  await bench.clock.advance(2 * LEASE_MS);
  expect(bench.received('mail')).toEqual(['down k1', 'down k1']);
});

describe('a lease', () => {
  /** Passes calls to the store and records the claimed deliveries. */
  function counting(claimed: string[], fails: (method: string) => boolean = () => false): AlertBench['hook'] {
    return async (method, call) => {
      if (fails(method)) throw new DatabaseUnavailable('It is away.');
      const response = await call();
      if (method === 'claimDeliveries' && Array.isArray(response))
        claimed.push(...response.map(({ key }: ClaimedDelivery) => key));
      return response;
    };
  }

  test('is extended during an attempt, so that no other process takes the attempt over', async () => {
    const { bench, monitor } = await openWith('mail');
    const claimed: string[] = [];
    bench.hook = counting(claimed);
    const mail = stalledChannel();
    bench.react('mail', mail.receive);
    await bench.start();
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(4 * LEASE_MS);
    expect(claimed).toEqual(['k1']);
    mail.answer(FAILED);
    await bench.clock.advance(4 * LEASE_MS);
    expect(claimed).toEqual(['k1', 'k1']);
    expect(await statesOf(bench)).toEqual(['k1 waiting']);
  });

  test('a lease that expired during an outage of the database is not taken over, and no message is sent twice', async () => {
    const { bench, monitor } = await openWith('mail');
    const claimed: string[] = [];
    bench.hook = counting(claimed);
    const mail = stalledChannel();
    bench.react('mail', mail.receive);
    await bench.start();
    await bench.start();
    await bench.fails(monitor);
    await bench.fails(await bench.addMonitor('other'));
    await bench.clock.advance(SECOND);
    bench.hook = counting(claimed, () => true);
    mail.answer(SENT);
    await bench.clock.advance(3 * LEASE_MS);
    bench.hook = counting(claimed, (method) => method === 'recordAttempts' || method === 'extendClaims');
    await bench.clock.advance(3 * SECOND);
    bench.hook = counting(claimed);
    await bench.clock.advance(LEASE_MS);
    mail.answer(SENT);
    await bench.clock.advance(4 * LEASE_MS);
    expect(claimed).toEqual(['k1', 'k2']);
    expect(bench.received('mail')).toEqual(['down k1', 'down k2']);
    expect(await statesOf(bench)).toEqual(['k1 sent', 'k2 sent']);
  });
});

describe('refusals of the database', () => {
  test("a sent message that can't be saved is repeated with the same key", async () => {
    const { bench, monitor } = await openWith('mail');
    bench.hook = (method, call) =>
      method === 'recordAttempts' ? Promise.reject(new Error('The disk is full.')) : call();
    await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    expect(bench.errors).toHaveLength(1);
    bench.hook = (_method, call) => call();
    await bench.clock.advance(LEASE_MS + SECOND);
    expect(bench.received('mail')).toEqual(['down k1', 'down k1']);
    expect(await statesOf(bench)).toEqual(['k1 sent']);
  });

  test.each(['raiseAlerts', 'planDueRows', 'claimDeliveries', 'findNextAlertAt'])(
    'the database that refuses to answer %s is asked again a second later',
    async (refused) => {
      const { bench, monitor } = await openWith('mail');
      let refusals = 0;
      bench.hook = (method, call) => {
        if (method !== refused) return call();
        refusals += 1;
        return Promise.reject(new Error('The database is away.'));
      };
      await bench.start();
      await bench.fails(monitor);
      await bench.clock.advance(3 * SECOND);
      expect(refusals).toBeGreaterThanOrEqual(3);
      expect(refusals).toBeLessThanOrEqual(5);
      // The log reports the failure only once a minute.
      expect(bench.errors).toHaveLength(1);
      bench.hook = (_method, call) => call();
      await bench.clock.advance(SECOND);
      expect(bench.received('mail')).toEqual(['down k1']);
    },
  );
});

describe('the stop', () => {
  test('a stop waits for the attempts under way, saves them, and begins no other', async () => {
    const { bench, monitor } = await openWith('mail');
    const mail = stalledChannel();
    bench.react('mail', mail.receive);
    const { notifier } = await bench.start();
    await bench.fails(monitor);
    await bench.clock.advance(SECOND);
    let isStopped = false;
    void notifier.stop().then(() => {
      isStopped = true;
    });
    await bench.recovers(monitor);
    await bench.clock.advance(10 * SECOND);
    expect(isStopped).toBe(false);
    mail.answer(SENT);
    await bench.clock.settle();
    expect(isStopped).toBe(true);
    expect(await statesOf(bench)).toEqual(['k1 sent']);
    expect(mail.waiting()).toBe(0);
    expect(bench.clock.pending()).toBe(0);
  });

  test('no attempt begins during planning', async () => {
    const { bench, monitor } = await openWith('mail');
    const { notifier } = await bench.start();
    bench.hook = (method, call) => {
      if (method === 'planDueRows') void notifier.stop();
      return call();
    };
    await bench.fails(monitor);
    notifier.wake();
    await bench.clock.advance(MINUTE);
    expect(bench.received('mail')).toEqual([]);
    expect(await statesOf(bench)).toEqual(['k1 waiting']);
  });

  test('a stop waits for all attempts under way after a recovered channel is woken', async () => {
    const { bench } = await openWith('mail');
    bench.react('mail', () => FAILED);
    const { notifier } = await bench.start();
    for (let number = 0; number < 9; number += 1) await bench.fails(await bench.addMonitor(`m${number}`));
    await bench.clock.advance(3 * SECOND);
    bench.react('mail', () => SENT);
    const waking = Promise.withResolvers<void>();
    let isStopped = false;
    bench.hook = async (method, call) => {
      if (method !== 'makeAlertsDue') return call();
      void notifier.stop().then(() => {
        isStopped = true;
      });
      await waking.promise;
      return call();
    };
    await bench.clock.advance(MINUTE);
    expect(isStopped).toBe(false);
    waking.resolve();
    await bench.clock.settle();
    expect(isStopped).toBe(true);
  });
});

test('an idle notifier asks the database for work only once a second', async () => {
  const { bench } = await openWith('mail');
  let calls = 0;
  bench.hook = (_method, call) => {
    calls += 1;
    return call();
  };
  await bench.start();
  calls = 0;
  await bench.clock.advance(MINUTE);
  expect(calls).toBeLessThanOrEqual(4 * 60);
});

test('a channel whose receiver has left is disabled, and the other channels are informed', async () => {
  const { bench, monitor } = await openWith('mail', 'chat');
  const other = await bench.addMonitor('other');
  bench.react('mail', () => GONE);
  await bench.start();
  await bench.fails(monitor);
  await bench.fails(other);
  await bench.clock.advance(MINUTE);
  expect(bench.received('mail')).toHaveLength(2);
  expect(bench.received('chat').map((text) => text.split(' ')[0])).toEqual([
    'down',
    'down',
    'channel_disabled',
  ]);
  expect(bench.attempts.at(-1)?.alert.title).toContain('mail');
  expect(await bench.store.channels.find(bench.teamID, 'mail')).toMatchObject({ disabled: GONE.answer });
  await bench.recovers(monitor);
  await bench.clock.advance(MINUTE);
  expect(bench.received('mail')).toHaveLength(2);
});
