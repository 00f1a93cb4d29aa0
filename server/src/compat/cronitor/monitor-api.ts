import type { HttpBindings } from '@hono/node-server';
import { AppError, type ErrorCode } from '@overdue/domain/error.ts';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { parseInput } from '../../api/problems.ts';
import { respondText, respondThrown } from '../../api/respond.ts';
import { errorStatus } from '../../platform/http/envelope.ts';
import { createKeyAuthentication } from '../../projects/endpoints/key-authentication.ts';
import { respondProblem } from '../healthchecks/management-response.ts';
import { postMonitor, putMonitors } from './change.ts';
import { createKeyedResponder, type RespondCronitor, readJSON } from './cronitor-request.ts';
import { cloneMonitor, deleteMonitor, deleteMonitors, pauseMonitor } from './monitor-actions.ts';
import { listMonitors, readMonitor, searchMonitors } from './read.ts';

const upload = z.looseObject({
  job_key: z.string().min(1).max(300),
  series: z.string().max(128).default(''),
});

/**
 * Returns the address to which an agent then sends the log of a run with PUT. At Cronitor, this is an address of a file store. Here,
 * the address is telemetry with the state `logs`.
 */
const presignLogs: RespondCronitor = async ({ context, secret }, { baseURL }) => {
  const { job_key: key, series } = parseInput(upload, await readJSON(context));
  const query = new URLSearchParams({ state: 'logs', ...(series === '' ? {} : { series }) });
  const url = `${baseURL}/p/${secret}/${encodeURIComponent(key)}?${query.toString()}`;
  return respondText(200, JSON.stringify({ url }));
};

type App = Hono<{ Bindings: HttpBindings }>;

/** HTTP statuses of errors for which Cronitor's API differs from ours. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { invalid: 400, invalid_json: 400 };

interface Route {
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly path: string;
  readonly needs: 'read' | 'write';
  readonly respond: RespondCronitor;
}

const ROUTES: readonly Route[] = [
  { method: 'get', path: '/api/monitors', needs: 'read', respond: listMonitors },
  { method: 'get', path: '/api/monitors.yaml', needs: 'read', respond: listMonitors },
  { method: 'put', path: '/api/monitors', needs: 'write', respond: putMonitors },
  { method: 'put', path: '/api/monitors.yaml', needs: 'write', respond: putMonitors },
  { method: 'post', path: '/api/monitors', needs: 'write', respond: postMonitor },
  { method: 'delete', path: '/api/monitors', needs: 'write', respond: deleteMonitors },
  { method: 'post', path: '/api/monitors/clone', needs: 'write', respond: cloneMonitor },
  { method: 'post', path: '/api/logs/presign', needs: 'write', respond: presignLogs },
  { method: 'get', path: '/api/search', needs: 'read', respond: searchMonitors },
  { method: 'get', path: '/api/monitors/:key', needs: 'read', respond: readMonitor },
  { method: 'delete', path: '/api/monitors/:key', needs: 'write', respond: deleteMonitor },
  { method: 'get', path: '/api/monitors/:key/pause', needs: 'write', respond: pauseMonitor },
  { method: 'get', path: '/api/monitors/:key/pause/:hours', needs: 'write', respond: pauseMonitor },
];

/** Serves Cronitor's Monitor API over the monitors of a project, as far as its CLI and configuration files need it. */
export function createCronitor(parts: KeyedDependencies): App {
  const { log, random } = parts;
  const app: App = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const respondKeyed = createKeyedResponder(parts, createKeyAuthentication(parts));
  const respondFailure = (error: unknown) =>
    error instanceof AppError && error.cause === undefined
      ? respondProblem(error, STATUSES[error.code] ?? errorStatus(error.code))
      : respondThrown(error, log, random.uuid());
  for (const { method, path, needs, respond } of ROUTES)
    app.on(method.toUpperCase(), path, (context: Context) =>
      respondKeyed(context, respond, needs).catch(respondFailure),
    );
  app.onError(respondFailure);
  return app;
}
