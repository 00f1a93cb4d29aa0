import { expect, onTestFinished } from 'vitest';
import { testWith } from '../clients/prerequisites.ts';
import { findAlarmFaults, openReceiver } from './alarms.ts';
import { findFaults, startLoad } from './load.ts';
import { openNodesForTest } from './nodes-for-test.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { until } from './until.ts';

/** Number of connections, far fewer than two nodes request. */
const CONNECTIONS = 4;
const PINGS = 1000;

testWith(
  ['pgbouncer'],
  'all works through PgBouncer in transaction mode, with fewer connections than nodes have',
  async () => {
    const nodes = await openNodesForTest({}, '15');
    const bouncer = await startPgBouncer(nodes.url, CONNECTIONS);
    onTestFinished(bouncer.stop);
    const through = { DATABASE_URL: bouncer.url };
    const [one] = await Promise.all([nodes.start(through), nodes.start(through)]);
    const receiver = await openReceiver(one);
    onTestFinished(() => receiver.close());
    const job = await one.createMonitor({ maxRunDuration: 1 });
    const monitors = await nodes.createMonitors(8);
    const load = startLoad({ nodes: () => nodes.all, monitors, connections: 16 });
    await one.ping(`${job.path}/start`);
    await until(() => expect(load.sent.length).toBeGreaterThan(PINGS));
    await load.end();
    expect(load.sent.filter(({ number }) => number < 1)).toEqual([]);
    expect(await findFaults(nodes, load.sent)).toEqual([]);
    await until(async () => expect(await one.readMonitor(job.shortID)).toMatchObject({ status: 'down' }));
    await until(async () => {
      expect(receiver.received).toHaveLength(1);
      expect(await findAlarmFaults(nodes, receiver)).toEqual([]);
    });
    expect(await nodes.query('SELECT * FROM blind_windows WHERE brief = 0')).toEqual([]);
    const complaints = nodes.all.flatMap(({ log }) => log.filter(({ level }) => level !== 'info'));
    expect(complaints).toEqual([]);
    // Stops the nodes before the pooler.
    await Promise.all(nodes.all.map((node) => node.kill('SIGTERM')));
  },
);
