/**
 * How soon does an alert reach its receiver? Measures single alerts on an idle server, and 1 000 simultaneous alerts to
 * 10 channels. One of these channels never responds, and one fails half the time.
 */
import { join } from 'node:path';
import { type AlertReceiver, startAlertReceiver } from './alert-receiver.ts';
import { bench } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { sleep } from './load.ts';
import { readMetric } from './pings.ts';
import { addMonitors, seedTeam, teamOf, withDatabase } from './seed.ts';
import { DAILY_DEADLINE_MS } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const HEALTHY = 8;
/** Time to seed the rows, start the service and wait until the service is idle. */
const AHEAD_MS = 15_000;
/** Gap between trials. A second isn't a multiple of the gap, so the trials start at different moments of a second. */
const TRIAL_GAP_MS = 137;
/** Time between the trials and the storm. The channels are created in this time. */
const BETWEEN_MS = 5000;
const POLL_MS = 5;
const MS_MAX = 180_000;
/** Log message of each failed attempt to send an alert. */
const NOT_TAKEN = 'An alert was not accepted.';

await bench(
  'How soon does an alert reach its receiver: one on an idle server, 1 000 simultaneous alerts to 10 channels, two of them sick?',
  { trials: 100, alerts: 1000 },
  async ({ numbers: { trials, alerts }, folder, own, release }) => {
    const file = join(folder, 'alerts.db');
    const { token } = seedTeam(file, 1);
    const trialsFrom = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000;
    const trialAt = (n: number) => trialsFrom + n * TRIAL_GAP_MS;
    const stormAt = trialAt(trials) + BETWEEN_MS;
    withDatabase(file, (database) => {
      const team = teamOf(database, 1);
      const add = (first: number, count: number, at: (n: number) => number) =>
        addMonitors(database, {
          first,
          count,
          teamOf: () => team,
          lastPingAt: (number) => at(number - first) - DAILY_DEADLINE_MS,
        });
      add(2, trials, trialAt);
      add(2 + trials, alerts, () => stormAt);
    });
    const server = own(
      await startServer({
        file,
        env: { ALLOW_PRIVATE_ADDRESSES: 'all' },
        expected: NOT_TAKEN,
      }),
    );
    const api = async (method: string, path: string, json: object) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/v1/${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(json),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text).data;
    };
    const receivers: AlertReceiver[] = [];
    const addChannel = async (name: string): Promise<AlertReceiver & { readonly shortID: string }> => {
      const receiver = await startAlertReceiver();
      receivers.push(receiver);
      const settings = { url: receiver.url };
      const { channel } = await api('POST', 'channels/', { type: 'webhook', name, settings });
      return { ...receiver, shortID: channel.shortID };
    };
    try {
      await api('PATCH', 'team/', { alerting: { gatherAbove: 0, flapAbove: 0 } });
      const only = await addChannel('only');
      if (Date.now() > trialsFrom - 2000)
        throw new Error('Seeding took too long: the first deadlines passed.');

      await until(() => only.arrivals.size >= trials);
      const idle = createLatencies();
      // The deadlines are far apart, so the alerts arrive in the order of the trials.
      for (const [n, at] of [...only.arrivals.values()].entries()) idle.add(at - trialAt(n));
      await api('PATCH', `channels/${only.shortID}/`, { isDefault: false });
      const healthy: AlertReceiver[] = [];
      for (let n = 1; n <= HEALTHY; n += 1) healthy.push(await addChannel(`healthy ${n}`));
      const silent = await addChannel('never responds');
      silent.react('hang');
      const flaky = await addChannel('fails half the time');
      flaky.react('half');
      if (Date.now() > stormAt - 500) throw new Error('The channels took too long to make.');

      await until(() => healthy.every(({ arrivals }) => arrivals.size >= alerts));
      const healthyDone = lastOf(healthy);
      const flakyMeanwhile = flaky.arrivals.size;
      const healedAt = Date.now();
      silent.react('respond');
      flaky.react('respond');
      await until(() => [silent, flaky].every(({ arrivals }) => arrivals.size >= alerts));
      const attempts = await readMetric(server.port, 'overdue_alert_attempts_total');
      await release(server);
      const all = [...healthy, silent, flaky];
      const repeated = all.reduce((sum, { repeats }) => sum + repeats(), 0);
      return {
        figures: [
          { name: 'idle: p50 from the deadline to the socket', value: idle.percentile(0.5), unit: 'ms' },
          {
            name: 'idle: p99 from the deadline to the socket',
            value: idle.percentile(0.99),
            unit: 'ms',
            atMost: 500,
          },
          { name: 'idle: max from the deadline to the socket', value: idle.percentile(1), unit: 'ms' },
          { name: 'idle: alerts seen', value: idle.count(), unit: '', atLeast: trials },
          {
            name: 'healthy channels: all arrived after the deadline',
            value: (healthyDone - stormAt) / 1000,
            unit: 's',
            atMost: 10,
          },
          { name: 'messages that they took', value: sizeOf(healthy), unit: '', atLeast: HEALTHY * alerts },
          { name: 'taken meanwhile by the one that fails half the time', value: flakyMeanwhile, unit: '' },
          {
            name: 'sick channels: all arrived after they healed',
            value: (Math.max(lastOf([silent, flaky]), healedAt) - healedAt) / 1000,
            unit: 's',
          },
          { name: 'messages that these took', value: sizeOf([silent, flaky]), unit: '', atLeast: 2 * alerts },
          { name: 'taken twice', value: repeated, unit: '', atMost: 0 },
          { name: 'attempts in all', value: attempts, unit: '' },
        ],
        notes: [
          'A message counts from the deadline of its monitor to the moment at which its receiver has read the request.',
          'All monitors of the storm have the same deadline, and each alerts all ten channels: nothing was combined.',
        ],
      };
    } finally {
      for (const receiver of receivers) receiver.close();
    }
  },
);

async function until(isDone: () => boolean): Promise<void> {
  const last = Date.now() + MS_MAX;
  while (!isDone()) {
    if (Date.now() > last) throw new Error('Not all has arrived in time.');
    await sleep(POLL_MS);
  }
}

/** Returns the time at which the last message arrived at any of the receivers. */
function lastOf(receivers: readonly AlertReceiver[]): number {
  return receivers.reduce((last, { arrivals }) => Math.max(last, ...arrivals.values()), 0);
}

function sizeOf(receivers: readonly AlertReceiver[]): number {
  return receivers.reduce((sum, { arrivals }) => sum + arrivals.size, 0);
}
