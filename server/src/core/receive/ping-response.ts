import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@overdue/domain/error.ts';
import { firstHeader } from '../../platform/http/header.ts';
import type { Dialect, DialectResponse } from './dialect.ts';

/** A request, and the dialect of its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly claimants: readonly [Dialect, ...Dialect[]];
  dialect: Dialect;
}

/** Writes responses to pings. */
export interface PingResponses {
  send(exchange: Exchange, response: DialectResponse): void;
  refuse(exchange: Exchange, error: AppError): void;
  preflight(response: ServerResponse): void;
}

export function createPingResponses(bodyLimit: number): PingResponses {
  const headers = [
    'Cache-Control',
    'no-store',
    'Access-Control-Allow-Origin',
    '*',
    'Ping-Body-Limit',
    String(bodyLimit),
  ];
  const headersForPages = [...headers, 'Access-Control-Expose-Headers', 'Ping-Body-Limit, Retry-After'];

  function send(
    { request, response }: Exchange,
    { status, type, body, headers: own = [] }: DialectResponse,
    more: readonly string[] = [],
  ): void {
    if (response.destroyed) return;
    const constant = firstHeader(request, 'origin') === undefined ? headers : headersForPages;
    const length = String(Buffer.byteLength(body));
    response.writeHead(status, [
      'Content-Type',
      type,
      ...constant,
      ...own,
      ...more,
      'Content-Length',
      length,
    ]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  return {
    send,
    refuse(exchange, error) {
      const retryAfter =
        error.retryAfterSeconds === null ? [] : ['Retry-After', String(error.retryAfterSeconds)];
      if (error.code === 'method_not_allowed') retryAfter.push('Allow', 'GET, HEAD, POST, PUT, OPTIONS');
      // Keeps the connection open; Node reads and drops the rest of the body. A client that is cut off while sending would never
      // see this response.
      send(exchange, exchange.dialect.writeRefused(error), retryAfter);
    },
    preflight: (response) => preflight(response, bodyLimit),
  };
}

function preflight(response: ServerResponse, bodyLimit: number): void {
  response.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '86400',
    'Ping-Body-Limit': String(bodyLimit),
  });
  response.end();
}
