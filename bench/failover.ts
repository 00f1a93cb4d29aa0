/**
 * Measures the cost of failovers. Repeatedly kills PostgreSQL's primary and promotes its synchronous standby, while two
 * nodes receive pings, make verdicts and send alerts. A new standby then replaces the old primary. The load is small,
 * because two nodes, two servers, senders and a receiver share the cores of this machine.
 */
import { parseArgs } from 'node:util';
import { type Failover, type FailoverWorld, openFailoverWorld } from '../server/test/nodes/failover.ts';
import { type Figure, type Report, reportText } from './report.ts';

const QUESTION =
  'The primary is killed with kill -9 and a synchronous standby promoted: what is lost, and when is all back?';
const BACK_MS_MAX = 5000;
const FAULTS_SHOWN = 5;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    dir: { type: 'string' },
    rounds: { type: 'string', default: '20' },
  },
});
if (!/^[1-9]\d*$/.test(values.rounds)) throw new Error('--rounds must be a number.');
const world = await openFailoverWorld();
try {
  const report = await measure(world, Number(values.rounds));
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : reportText(report));
} finally {
  await world.stop();
}

async function measure({ failOver, settle }: FailoverWorld, rounds: number): Promise<Report> {
  const failovers: Failover[] = [];
  while (failovers.length < rounds) failovers.push(await failOver());
  const settled = await settle();
  const none = { unit: '', atMost: 0 };
  const faults = [...settled.pingFaults, ...settled.alarmFaults];
  return {
    question: QUESTION,
    figures: [
      { name: 'failovers', value: rounds, unit: '' },
      ...times(failovers, 'promotion', ({ promotedMs }) => promotedMs),
      ...times(failovers, 'first numbered ping of each node', ({ pingsMs }) => pingsMs, BACK_MS_MAX),
      ...times(failovers, 'first verdict', ({ verdictMs }) => verdictMs, BACK_MS_MAX),
      { name: 'pings sent', value: settled.pings, unit: '' },
      { name: 'of them waited in a spool', value: settled.spooled, unit: '' },
      { name: 'of them refused or cut off', value: settled.refused, ...none },
      { name: 'answered pings lost, doubled or out of order', value: settled.pingFaults.length, ...none },
      { name: 'alarms and recoveries told', value: settled.alarms, unit: '' },
      {
        name: 'monitors with alerts lost, doubled or out of order',
        value: settled.alarmFaults.length,
        ...none,
      },
      { name: 'blind windows', value: settled.blindWindows, ...none },
    ],
    notes: [
      'Times count from when the standby was told to become the primary.',
      'Two nodes, two servers with fsync, the senders and the receiver shared all cores.',
      ...faults.slice(0, FAULTS_SHOWN),
    ],
  };
}

function times(
  failovers: readonly Failover[],
  name: string,
  of: (failover: Failover) => number,
  atMost?: number,
): readonly Figure[] {
  const sorted = failovers.map(of).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const longest = sorted.at(-1) ?? Number.NaN;
  return [
    { name: `${name}: median`, value: median, unit: 'ms' },
    { name: `${name}: longest`, value: longest, unit: 'ms', ...(atMost === undefined ? {} : { atMost }) },
  ];
}
