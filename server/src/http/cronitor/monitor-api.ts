import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { AppError, type ErrorCode } from '../../domain/error.ts';
import { answerProblem } from '../healthchecks/management-answer.ts';
import { createKeyAuthentication } from '../keys/key-authentication.ts';
import { errorStatus } from '../response/envelope.ts';
import { answerThrown } from '../v1/api/answer.ts';
import type { KeyedDependencies } from '../v1/api/dependencies.ts';
import { postMonitor, putMonitors } from './change.ts';
import { cloneMonitor } from './clone.ts';
import type { AnswerCronitor } from './cronitor-request.ts';
import { deleteMonitor, deleteMonitors } from './delete-monitors.ts';
import { createKeyedAnswer } from './keyed-request.ts';
import { pauseMonitor } from './pause-monitor.ts';
import { listMonitors, readMonitor, searchMonitors } from './read.ts';

type App = Hono<{ Bindings: HttpBindings }>;

/** HTTP statuses of errors for which Cronitor's API differs from ours. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { invalid: 400, invalid_json: 400 };

interface Route {
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly path: string;
  readonly needs: 'read' | 'write';
  readonly answer: AnswerCronitor;
}

const ROUTES: readonly Route[] = [
  { method: 'get', path: '/api/monitors', needs: 'read', answer: listMonitors },
  { method: 'get', path: '/api/monitors.yaml', needs: 'read', answer: listMonitors },
  { method: 'put', path: '/api/monitors', needs: 'write', answer: putMonitors },
  { method: 'put', path: '/api/monitors.yaml', needs: 'write', answer: putMonitors },
  { method: 'post', path: '/api/monitors', needs: 'write', answer: postMonitor },
  { method: 'delete', path: '/api/monitors', needs: 'write', answer: deleteMonitors },
  { method: 'post', path: '/api/monitors/clone', needs: 'write', answer: cloneMonitor },
  { method: 'get', path: '/api/search', needs: 'read', answer: searchMonitors },
  { method: 'get', path: '/api/monitors/:key', needs: 'read', answer: readMonitor },
  { method: 'delete', path: '/api/monitors/:key', needs: 'write', answer: deleteMonitor },
  { method: 'get', path: '/api/monitors/:key/pause', needs: 'write', answer: pauseMonitor },
  { method: 'get', path: '/api/monitors/:key/pause/:hours', needs: 'write', answer: pauseMonitor },
];

/** Serves Cronitor's Monitor API over the monitors of a project, as far as its CLI and configuration files need it. */
export function createCronitor(parts: KeyedDependencies): App {
  const { log, random } = parts;
  const app: App = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const answerKeyed = createKeyedAnswer(parts, createKeyAuthentication(parts));
  const answerFailure = (error: unknown) =>
    error instanceof AppError && error.cause === undefined
      ? answerProblem(error, STATUSES[error.code] ?? errorStatus(error.code))
      : answerThrown(error, log, random.uuid());
  for (const { method, path, needs, answer } of ROUTES)
    app.on(method.toUpperCase(), path, (context: Context) =>
      answerKeyed(context, answer, needs).catch(answerFailure),
    );
  app.onError(answerFailure);
  return app;
}
