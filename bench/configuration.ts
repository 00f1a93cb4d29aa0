/**
 * How long does it take to apply a configuration file of 10,000 monitors, and how long do pings wait during this time?
 * Measures SQLite and PostgreSQL.
 */
import { benchOnSharedCores } from './bench.ts';
import { type Measure, measureBesidePings } from './beside-pings.ts';

const PATH = '/v1/configuration/';

await benchOnSharedCores(
  'How long does a configuration file of 10,000 monitors take, and how long do pings wait meanwhile?',
  { monitors: 10_000, rounds: 3 },
  (bench) =>
    measureBesidePings(
      bench,
      [
        { name: 'plan', request: 'plan', atMost: 5 },
        { name: 'apply', request: 'apply', atMost: 30 },
        { name: 'plan of no change', request: 'planAgain', atMost: 5 },
        { name: 'apply a change of every monitor', request: 'change', atMost: 30 },
      ],
      measureFile(bench.numbers.monitors),
    ),
);

function measureFile(count: number): Measure<'plan' | 'apply' | 'planAgain' | 'change'> {
  const fileOf = (tags: readonly string[]) => ({
    file: 'production',
    sections: {
      projects: { shop: { name: 'Shop' } },
      monitors: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`job-${index}`, monitor(index, tags)]),
      ),
    },
  });
  return async ({ post, startPings }) => {
    const plan = await post(PATH, fileOf(['prod']));
    startPings();
    const apply = await post(PATH, { ...fileOf(['prod']), dryRun: false });
    const planAgain = await post(PATH, fileOf(['prod']));
    const change = await post(PATH, { ...fileOf(['prod', 'new']), dryRun: false });
    return { plan, apply, planAgain, change };
  };
}

/** Returns a monitor for the file. Half of the monitors have different cron expressions. */
function monitor(index: number, tags: readonly string[]) {
  const schedule =
    index % 2 === 0
      ? { interval: 3600 + index }
      : {
          cron: `${index % 60} ${Math.floor(index / 60) % 24} * * ${(index % 7) + 1}`,
          timezone: 'Europe/Riga',
        };
  const description = 'Dumps a database and uploads the result.';
  return { name: `Job number ${index} of a host`, project: 'shop', description, tags, schedule };
}
