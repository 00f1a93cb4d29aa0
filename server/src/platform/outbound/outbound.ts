import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Clock } from '../runtime/clock.ts';
import { guardAddresses } from './address-guard.ts';
import { checkLiteral, guardedLookup, type Resolve, resolveBySystem } from './guarded-lookup.ts';
import { OutboundError, outboundError } from './outbound-error.ts';
import { type CheckedRequest, checkRequest } from './outbound-request.ts';
import type { OutboundResponse, Request } from './request.ts';

const TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 64_000;
/** Maximum connections per host. Further requests wait, and the wait counts towards their timeout. */
const CONNECTIONS_MAX = 50;
const IDLE_CONNECTIONS_MAX = 10;
const IDLE_MS = 30_000;
const NEXT_ADDRESS_MS = 1_000;

export interface OutboundOptions {
  readonly clock: Clock;
  readonly isAllowedAddress: (address: string) => boolean;
  /** Timeout of the whole exchange, including look-up and queueing. */
  readonly timeoutMs?: number;
  /** Maximum bytes to read of a response body; the rest is cut off. */
  readonly responseBytesMax?: number;
  readonly resolve?: Resolve;
}

/** Creates the function with which channels send requests. Idle connections are reused, and don't keep the process alive. */
export function createRequest(options: OutboundOptions): Request {
  const { clock, timeoutMs = TIMEOUT_MS, responseBytesMax = RESPONSE_BYTES_MAX } = options;
  const isAllowed = guardAddresses(options.isAllowedAddress);
  const open = connector(guardedLookup(isAllowed, options.resolve ?? resolveBySystem));

  /** Resolves to the receiver's response. Once its status has arrived, the response counts even if the body is incomplete. */
  function exchange(request: CheckedRequest): Promise<OutboundResponse> {
    return new Promise((resolve, reject) => {
      let current = open(request);
      let isAnswered = false;
      const fail = (error: Error): void => {
        cancel();
        if (!isAnswered) reject(error);
      };
      const abandon = (reason: string): void => {
        const error = new OutboundError(reason);
        fail(error);
        current.destroy(error);
      };
      const abort = () => abandon('The request was canceled.');
      const cancelTimeout = clock.after(timeoutMs, () =>
        abandon(`${request.url.host} did not answer within ${timeoutMs / 1000} seconds.`),
      );
      request.signal?.addEventListener('abort', abort, { once: true });
      const cancel = (): void => {
        cancelTimeout();
        request.signal?.removeEventListener('abort', abort);
      };
      const take = (incoming: IncomingMessage): void => {
        isAnswered = true;
        void readResponse(incoming, responseBytesMax).then(resolve, reject).finally(cancel);
      };
      const send = (onError: (error: Error) => void): void => {
        current
          .once('response', take)
          .on('error', onError)
          .end(request.body ?? undefined);
      };
      send((error) => {
        // Retries if the receiver has just closed a reused idle connection, because the request itself did not fail.
        if (!current.reusedSocket || !isReset(error) || isAnswered) return fail(error);
        current = open(request);
        send(fail);
      });
    });
  }

  return async (request) => {
    const checked = checkRequest(request);
    checkLiteral(withoutBrackets(checked.url.hostname), isAllowed);
    return exchange(checked).catch((error: unknown) => {
      throw outboundError(checked.url.host, error);
    });
  };
}

function connector(lookup: ReturnType<typeof guardedLookup>): (request: CheckedRequest) => ClientRequest {
  const kept = {
    keepAlive: true,
    maxSockets: CONNECTIONS_MAX,
    maxFreeSockets: IDLE_CONNECTIONS_MAX,
    timeout: IDLE_MS,
  };
  const plain = new HttpAgent(kept);
  const secure = new HttpsAgent(kept);
  return ({ url, method, headers }) => {
    const target = {
      method,
      headers,
      hostname: withoutBrackets(url.hostname),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      lookup,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    };
    return url.protocol === 'https:'
      ? httpsRequest({ ...target, agent: secure })
      : httpRequest({ ...target, agent: plain });
  };
}

async function readResponse(incoming: IncomingMessage, bytesMax: number): Promise<OutboundResponse> {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: (await readStart(incoming, bytesMax)).toString('utf8'),
  };
}

/** Closes the connection if the body is longer than needed. */
async function readStart(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.byteLength;
      if (size >= bytesMax) break;
    }
  } catch {
    // Keep the part that arrived before the connection ended.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
