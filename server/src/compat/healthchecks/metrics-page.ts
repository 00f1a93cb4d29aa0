import type { HttpBindings } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import { type Context, Hono } from 'hono';
import { readProjectMonitors } from '../../monitors/find-monitor.ts';
import type { AuthenticateKey } from '../../projects/endpoints/key-authentication.ts';
import type { ManagementDependencies } from './management-request.ts';
import { respondPlain } from './management-response.ts';
import { writeMetrics } from './prometheus.ts';

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
