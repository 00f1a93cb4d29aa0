/**
 * How long does the import of 10,000 checks take, and how long do pings wait during the import? Measures SQLite and
 * PostgreSQL.
 */
import { benchOnSharedCores } from './bench.ts';
import { type Measure, measureBesidePings } from './beside-pings.ts';

const PATH = '/v1/imports/';

await benchOnSharedCores(
  'How long does an import of 10,000 checks take, and how long do pings wait meanwhile?',
  { checks: 10_000, rounds: 3 },
  (bench) =>
    measureBesidePings(
      bench,
      [
        { name: 'dry run', request: 'plan' },
        { name: 'import', request: 'run', atMost: 30 },
        { name: 'the same import again', request: 'runAgain' },
      ],
      measureImport(bench.numbers.checks),
    ),
);

function measureImport(count: number): Measure<'plan' | 'run' | 'runAgain'> {
  const text = JSON.stringify({ checks: Array.from({ length: count }, (_, index) => check(index)) });
  const job = { source: 'healthchecks', files: [{ name: 'checks.json', text }] };
  return async ({ post, startPings }) => {
    const plan = await post(PATH, job);
    startPings();
    const run = await post(PATH, { ...job, dryRun: false });
    const runAgain = await post(PATH, { ...job, dryRun: false });
    return { plan, run, runAgain };
  };
}

/** Returns a check in the format of Healthchecks. Half of the checks have different cron expressions. */
function check(index: number) {
  const schedule =
    index % 2 === 0
      ? { timeout: 3600 + index }
      : {
          schedule: `${index % 60} ${Math.floor(index / 60) % 24} * * ${(index % 7) + 1}`,
          tz: 'Europe/Riga',
        };
  return {
    name: `Job number ${index} of a host`,
    slug: `job-number-${index}`,
    tags: `prod host-${index % 100}`,
    desc: 'Dumps a database and uploads the result.',
    grace: 3600,
    n_pings: 100,
    status: 'up',
    started: false,
    last_ping: '2026-11-21T08:15:30+00:00',
    next_ping: '2026-11-21T09:15:30+00:00',
    manual_resume: false,
    methods: '',
    uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    channels: '',
    ...schedule,
  };
}
