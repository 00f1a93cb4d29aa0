import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import { respondError, respondThrown } from '../api/respond.ts';
import { HSTS } from '../platform/http/security-headers.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';

type Fetch = Parameters<typeof getRequestListener>[0];

/** Maximum size of a GET body that we read and discard. */
const NEEDLESS_BYTES_MAX = 1_000_000;

interface ListenerDependencies {
  readonly log: Pick<Log, 'error'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly baseURL: string;
}

/** Connects an application to a server. Errors for malformed requests use the envelope, too. */
export function createRequestListener(
  fetch: Fetch,
  { log, random, baseURL }: ListenerDependencies,
): RequestListener {
  const listener = getRequestListener(fetch, {
    // Used for old clients without a `Host` header. No response depends on the host.
    hostname: 'localhost',
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      error instanceof RequestError
        ? respondError(
            new AppError('bad_request', 'The request has no valid address. Check its path and its Host.'),
          )
        : respondThrown(error, log, random.uuid()),
  });
  const isSecure = baseURL.startsWith('https:');
  return (request, response) => {
    if (isSecure) response.setHeader('Strict-Transport-Security', HSTS);
    if (!hasNeedlessBody(request)) void listener(request, response);
    else request.resume().once('end', () => void listener(request, response));
  };
}

/**
 * Whether a GET has a body, as the requests of Ansible's modules do. We read the body before we respond: a connection that is
 * closed while the body arrives is reset, and the client loses the response.
 */
function hasNeedlessBody({ method, headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? 0);
  return (method === 'GET' || method === 'HEAD') && bytes > 0 && bytes <= NEEDLESS_BYTES_MAX;
}
