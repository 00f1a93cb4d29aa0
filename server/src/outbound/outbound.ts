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
import type { OutboundAnswer, Request } from './request.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64_000;
/** For each host; further requests wait, which counts for their time. */
const CONNECTIONS_MAX = 50;
const IDLE_CONNECTIONS_MAX = 10;
const IDLE_MS = 30_000;
/** Until the next address of a host is tried. */
const NEXT_ADDRESS_MS = 1_000;

export interface OutboundOptions {
  readonly clock: Clock;
  /** Whether the operator allows an address that is not public. */
  readonly isAllowedAddress: (address: string) => boolean;
  /** For the whole exchange, look-up and queue included. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

/** Makes what channels send HTTP requests with. Connections are kept for a while, and do not keep the process alive. */
export function createRequest(options: OutboundOptions): Request {
  const { clock, timeoutMs = TIMEOUT_MS } = options;
  const isAllowed = guardAddresses(options.isAllowedAddress);
  const open = connector(guardedLookup(isAllowed, options.resolve ?? resolveBySystem));

  /** Once the receiver has answered with a status, that is the result, even if the rest of its answer never comes. */
  function exchange(request: CheckedRequest): Promise<OutboundAnswer> {
    return new Promise((resolve, reject) => {
      let current = open(request);
      let isAnswered = false;
      const fail = (error: Error): void => {
        cancel();
        if (!isAnswered) reject(error);
      };
      const cancel = clock.after(timeoutMs, () => {
        const error = new OutboundError(
          `${request.url.host} did not answer within ${timeoutMs / 1000} seconds.`,
        );
        fail(error);
        current.destroy(error);
      });
      const take = (incoming: IncomingMessage): void => {
        isAnswered = true;
        void readAnswer(incoming).then(resolve, reject).finally(cancel);
      };
      const send = (onError: (error: Error) => void): void => {
        current
          .once('response', take)
          .on('error', onError)
          .end(request.body ?? undefined);
      };
      send((error) => {
        // A kept connection may have been closed by the other side just now, which says nothing about the receiver.
        if (!current.reusedSocket || !isReset(error) || isAnswered) return fail(error);
        current = open(request);
        send(fail);
      });
    });
  }

  return async (request) => {
    const checked = checkRequest(request);
    checkLiteral(bare(checked.url.hostname), isAllowed);
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
      hostname: bare(url.hostname),
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

async function readAnswer(incoming: IncomingMessage): Promise<OutboundAnswer> {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: (await readStart(incoming)).toString('utf8'),
  };
}

/** Reads no more than is kept: of a longer body the rest is cut off with the connection. */
async function readStart(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.byteLength;
      if (size >= ANSWER_BYTES_MAX) break;
    }
  } catch {
    // What came until the connection ended is what there is.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX);
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** An IPv6 address without the brackets that a URL has around it. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
