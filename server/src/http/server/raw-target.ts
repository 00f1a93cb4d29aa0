import { isUtf8 } from 'node:buffer';
import type { Server } from 'node:http';
import { HEADERS_BYTES_MAX, type HttpSocket } from './refusal.ts';

/** An error of Node's HTTP parser, with the bytes that the parser was reading. */
export interface ParseError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Node's undocumented HTTP parser. */
interface Parser {
  readonly constructor: { readonly REQUEST: number };
  remove(): void;
  initialize(
    type: number,
    resource: object,
    headersBytesMax: number,
    lenientFlags: number,
    connections: unknown,
  ): void;
  execute(bytes: Buffer): number | ParseError;
}

const LINE_FEED = 0x0a;
const NO_LENIENCE = 0;
/** A request line whose target contains neither spaces nor control characters, read as Latin-1. */
const REQUEST_LINE = /(DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) ([\x21-\x7e\x80-\xff]+) (HTTP\/1\.[01]\r?)$/;

/**
 * Continues to read a request whose target contains bytes outside ASCII, as `curl "$PING_URL?msg=Größe"` sends them. Node's parser
 * refuses such a target, and the ping would be lost. The bytes are percent-encoded, and the same strict parser reads the request
 * line again, so the request ends where it ended before. Returns the error that remains; null if there is none.
 */
export function readEncodedTarget(error: ParseError, socket: HttpSocket, server: Server): ParseError | null {
  let remaining: ParseError | null = error;
  for (;;) {
    const bytes: Buffer | null = remaining === null ? null : withEncodedTarget(remaining);
    const parser = parserOf(socket);
    if (bytes === null || parser === null) return remaining;
    // The list of connections sorts parsers by the beginning of their request, so a parser leaves it before it begins anew.
    parser.remove();
    parser.initialize(parser.constructor.REQUEST, {}, HEADERS_BYTES_MAX, NO_LENIENCE, connectionsOf(server));
    const result = parser.execute(bytes);
    remaining = typeof result === 'number' ? null : Object.assign(result, { rawPacket: bytes });
  }
}

/**
 * Returns the bytes from the refused request line on, with an encoded target. Returns null if the error has another reason, or if
 * the request line has not arrived in one piece.
 */
export function withEncodedTarget({ code, rawPacket, bytesParsed = 0 }: ParseError): Buffer | null {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined || (rawPacket[bytesParsed] ?? 0) < 0x80)
    return null;
  const start = rawPacket.lastIndexOf(LINE_FEED, bytesParsed) + 1;
  const end = rawPacket.indexOf(LINE_FEED, bytesParsed);
  // The parser limits a request line to the same size.
  if (end === -1 || bytesParsed - start > HEADERS_BYTES_MAX) return null;
  const [, method, target, version] = REQUEST_LINE.exec(rawPacket.toString('latin1', start, end)) ?? [];
  if (target === undefined) return null;
  const line = Buffer.from(`${method} ${encoded(target)} ${version}`);
  return Buffer.concat([line, rawPacket.subarray(end)]);
}

/** Percent-encodes the bytes outside ASCII. Text that isn't UTF-8 counts as Latin-1. */
function encoded(target: string): string {
  const bytes = Buffer.from(target, 'latin1');
  const text = isUtf8(bytes) ? bytes.toString() : target;
  return text.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

function parserOf(socket: HttpSocket): Parser | null {
  const parser = 'parser' in socket ? socket.parser : null;
  return isParser(parser) ? parser : null;
}

function isParser(value: unknown): value is Parser {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['remove', 'initialize', 'execute'].every((name) => name in value)
  );
}

/** Returns the server's list of connections, which Node's time limits need. */
function connectionsOf(server: Server): unknown {
  const symbol = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  );
  return symbol === undefined ? undefined : Reflect.get(server, symbol);
}
