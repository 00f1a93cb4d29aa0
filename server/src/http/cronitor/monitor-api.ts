import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { AppError, type ErrorCode } from '../../domain/error.ts';
import { errorStatus } from '../envelope.ts';
import { answerProblem } from '../healthchecks/management-answer.ts';
import { createKeyAuthentication } from '../keys/key-authentication.ts';
import { answerThrown } from '../v1/api/answer.ts';
import type { KeyedDependencies } from '../v1/api/endpoint.ts';
import { postMonitor, putMonitors } from './change.ts';
import { cloneMonitor } from './clone.ts';
import type { CronitorHandler } from './cronitor-request.ts';
import { deleteMonitor, deleteMonitors } from './delete-monitors.ts';
import { createKeyedHandler } from './keyed-request.ts';
import { pauseMonitor } from './pause-monitor.ts';
import { listMonitors, readMonitor, searchMonitors } from './read.ts';

type App = Hono<{ Bindings: HttpBindings }>;

/** HTTP statuses of errors for which Cronitor's API differs from ours. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { invalid: 400, invalid_json: 400 };

interface Route {
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly path: string;
  readonly needs: 'read' | 'write';
  readonly handle: CronitorHandler;
}

const ROUTES: readonly Route[] = [
  { method: 'get', path: '/api/monitors', needs: 'read', handle: listMonitors },
  { method: 'get', path: '/api/monitors.yaml', needs: 'read', handle: listMonitors },
  { method: 'put', path: '/api/monitors', needs: 'write', handle: putMonitors },
  { method: 'put', path: '/api/monitors.yaml', needs: 'write', handle: putMonitors },
  { method: 'post', path: '/api/monitors', needs: 'write', handle: postMonitor },
  { method: 'delete', path: '/api/monitors', needs: 'write', handle: deleteMonitors },
  { method: 'post', path: '/api/monitors/clone', needs: 'write', handle: cloneMonitor },
  { method: 'get', path: '/api/search', needs: 'read', handle: searchMonitors },
  { method: 'get', path: '/api/monitors/:key', needs: 'read', handle: readMonitor },
  { method: 'delete', path: '/api/monitors/:key', needs: 'write', handle: deleteMonitor },
  { method: 'get', path: '/api/monitors/:key/pause', needs: 'write', handle: pauseMonitor },
  { method: 'get', path: '/api/monitors/:key/pause/:hours', needs: 'write', handle: pauseMonitor },
];

/** Serves Cronitor's Monitor API over the monitors of a project, as far as its CLI and configuration files need it. */
export function createCronitor(parts: KeyedDependencies): App {
  const { log, random } = parts;
  const app: App = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const handleKeyed = createKeyedHandler(parts, createKeyAuthentication(parts));
  const answerFailure = (error: unknown) =>
    error instanceof AppError && error.cause === undefined
      ? answerProblem(error, STATUSES[error.code] ?? errorStatus(error.code))
      : answerThrown(error, log, random.uuid());
  for (const { method, path, needs, handle } of ROUTES)
    app.on(method.toUpperCase(), path, (context: Context) =>
      handleKeyed(context, handle, needs).catch(answerFailure),
    );
  app.onError(answerFailure);
  return app;
}
