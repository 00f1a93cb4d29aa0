import type { HttpBindings } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import { type Context, Hono } from 'hono';
import type { MonitorRecord } from '../../database/records.ts';
import type { ListedMonitor } from '../../monitors/contract.ts';
import { readProjectMonitors } from '../../monitors/find-monitor.ts';
import type { AuthenticateKey } from '../../projects/endpoints/key-authentication.ts';
import { type CheckStatus, checkStatus, isStarted } from './check-json.ts';
import { checkUUID, uniqueKey } from './check-uuid.ts';
import type { ManagementDependencies } from './management-request.ts';
import { respondPlain } from './management-response.ts';

const SECRET_LENGTH = 32;
const BEARER = /^Bearer /;
const READERS = { allowsReadKey: true, requiresReadKey: true };

/** Serves a project's checks to Prometheus. The key decides the project, so any project ID in the path works, as in Healthchecks. */
export function createMetricsPage(
  { store, clock }: Pick<ManagementDependencies, 'store' | 'clock'>,
  authenticate: AuthenticateKey,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });

  async function respond(context: Context, secret: string): Promise<Response> {
    if (secret.length !== SECRET_LENGTH) throw new AppError('bad_request', 'missing api key');
    const key = await authenticate(context, secret, READERS).catch(refuseAsHealthchecks);
    return respondPlain(200, await writeMetrics(readProjectMonitors(key, store), clock.now()));
  }

  app.get('/projects/:project/metrics/:key', (context) => respond(context, context.req.param('key')));
  app.get('/projects/:project/checks/metrics/:key', (context) => respond(context, context.req.param('key')));
  app.get('/projects/:project/metrics', (context) => {
    const header = context.req.header('Authorization') ?? '';
    if (!BEARER.test(header)) throw new AppError('unauthorized', 'missing api key');
    return respond(context, header.replace(BEARER, ''));
  });
  return app;
}

/** Healthchecks responds to a wrong key with 403 here, and with 401 elsewhere. */
function refuseAsHealthchecks(error: unknown): never {
  if (error instanceof AppError && error.code === 'unauthorized')
    throw new AppError('forbidden', 'wrong api key');
  throw error;
}

interface Sample {
  readonly labels: string;
  readonly status: CheckStatus;
  readonly isStarted: boolean;
  readonly tags: readonly string[];
}

const GAUGES: readonly (readonly [name: string, help: string, isTrue: (sample: Sample) => boolean])[] = [
  ['up', 'Whether the check is currently up (1 for yes, 0 for no).', ({ status }) => status !== 'down'],
  ['started', 'Whether the check is currently started (1 for yes, 0 for no).', (sample) => sample.isStarted],
  [
    'grace',
    'Whether the check is currently in the grace period (1 for yes, 0 for no).',
    ({ status }) => status === 'grace',
  ],
  [
    'paused',
    'Whether the check is currently paused (1 for yes, 0 for no).',
    ({ status }) => status === 'paused',
  ],
];

/** Writes the checks of a project as Prometheus text, with the names of Healthchecks. */
async function writeMetrics(chunks: AsyncIterable<readonly ListedMonitor[]>, now: number): Promise<string> {
  const samples: Sample[] = [];
  for await (const chunk of chunks) samples.push(...chunk.map(({ read }) => sampleOf(read(), now)));
  const down = samples.filter(({ status }) => status === 'down');
  const downTags = new Set(down.flatMap(({ tags }) => tags));
  const tags = [...new Set(samples.flatMap((sample) => sample.tags))].toSorted();
  const gauges = GAUGES.map(([name, help, isTrue]) =>
    family(
      `hc_check_${name}`,
      help,
      samples.map((sample) => `${sample.labels} ${isTrue(sample) ? 1 : 0}`),
    ),
  );
  const tagsUp = tags.map((tag) => `{tag="${escaped(tag)}"} ${downTags.has(tag) ? 0 : 1}`);
  return [
    ...gauges,
    family('hc_tag_up', 'Whether all checks with this tag are up (1 for yes, 0 for no).', tagsUp),
    family('hc_checks_total', 'The total number of checks.', [` ${samples.length}`]),
    family('hc_checks_down_total', 'The number of checks currently down.', [` ${down.length}`]),
  ].join('\n');
}

function sampleOf(record: MonitorRecord, now: number): Sample {
  const { name, tags } = record.details;
  const key = uniqueKey(checkUUID(record));
  return {
    labels: `{name="${escaped(name)}", tags="${escaped(tags.join(' '))}", unique_key="${key}"}`,
    status: checkStatus(record, now),
    isStarted: isStarted(record.state),
    tags,
  };
}

function family(name: string, help: string, samples: readonly string[]): string {
  const lines = samples.map((sample) => `${name}${sample}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
