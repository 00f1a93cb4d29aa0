/**
 * Measures a burst of the kind that cron jobs cause: 20 000 pings within one second, each on its own connection and for a
 * different monitor. A minimal HTTP server under the same burst shows the cost of the connections alone.
 */
import { join } from 'node:path';
import { column } from '../server/src/database/sqlite-connection.ts';
import { bench } from './bench.ts';
import { burst } from './load.ts';
import { pingRequest } from './pings.ts';
import { seedTeam, withDatabase } from './seed.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { check, startHello, startServer } from './server-process.ts';

const WARM_UP = 2000;
const MS_MAX = 60_000;

await bench(
  'What becomes of 20 000 pings within one second, each on a connection of its own?',
  { pings: 20_000, over: 1000 },
  async ({ numbers: { pings, over }, folder, own, release }) => {
    const file = join(folder, 'burst.db');
    seedTeam(file, pings + WARM_UP);
    const server = own(await startServer({ file }));
    const requests = Array.from({ length: pings + WARM_UP }, (_, n) => pingRequest(pingIDOf(n + 1)));
    await burst({ port: server.port, requests: requests.slice(pings), overMs: 1000, msMax: MS_MAX });
    const sent = requests.slice(0, pings);
    const acceptedMonitors: number[] = [];
    const outcome = await burst({
      port: server.port,
      requests: sent,
      overMs: over,
      msMax: MS_MAX,
      onResponse(index, status) {
        if (status === 200) acceptedMonitors.push(index + 1);
      },
    });
    await release(server);
    check(file);
    const hello = own(await startHello());
    const bare = await burst({ port: hello.port, requests: sent, overMs: over, msMax: MS_MAX });
    const stored = withDatabase(file, (database) =>
      // Event 1 of each monitor was seeded, so event 2 is the ping.
      column<number>(database, 'SELECT monitor_id FROM events WHERE number = 2 AND monitor_id <= ?', pings),
    );
    const storedMonitors = new Set(stored);
    const lost = acceptedMonitors.filter((monitor) => !storedMonitors.has(monitor)).length;
    const accepted = outcome.statuses['200'] ?? 0;
    const { latencies } = outcome;
    return {
      figures: [
        { name: 'answered 200', value: accepted, unit: '', atLeast: pings },
        { name: 'other responses', value: outcome.responses - accepted, unit: '', atMost: 0 },
        { name: 'broken connections', value: outcome.failures, unit: '', atMost: 0 },
        { name: 'in the database', value: storedMonitors.size, unit: '', atLeast: pings },
        {
          name: 'answered and not stored',
          value: lost,
          unit: '',
          atMost: 0,
        },
        { name: 'until all were sent', value: outcome.sentSeconds, unit: 's' },
        { name: 'until all were answered', value: outcome.seconds, unit: 's' },
        { name: 'p50', value: latencies.percentile(0.5), unit: 'ms' },
        { name: 'p99', value: latencies.percentile(0.99), unit: 'ms' },
        { name: 'max', value: latencies.percentile(1), unit: 'ms' },
        { name: 'connections open at the same time, at most', value: outcome.openMax, unit: '' },
        { name: 'hello world: until all were answered', value: bare.seconds, unit: 's' },
        { name: 'hello world: p99', value: bare.latencies.percentile(0.99), unit: 'ms' },
        { name: 'hello world: broken connections', value: bare.failures, unit: '' },
      ],
      notes: [
        `Responses by status: ${JSON.stringify(outcome.statuses)}.`,
        'The database passed `overdue-server check` afterwards.',
      ],
    };
  },
);
