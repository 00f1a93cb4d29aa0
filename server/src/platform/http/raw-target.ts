import { isUtf8 } from 'node:buffer';
import type { Server } from 'node:http';
import { type ParseError, parserOf } from './http-parser.ts';
import { HEADERS_BYTES_MAX, type HttpSocket } from './refusal.ts';

const LINE_FEED = 0x0a;
const FIRST_OUTSIDE_ASCII = 0x80;
const NO_LENIENCE = 0;
/** A request line whose target contains neither spaces nor control characters, read as Latin-1. */
const REQUEST_LINE = /(DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) ([\x21-\x7e\x80-\xff]+) (HTTP\/1\.[01]\r?)$/;

/** A request line that arrives in several reads. */
interface PartialLine {
  /** Bytes of the line that the parser has accepted; null if they are not at the beginning of a request, or too many. */
  accepted: Buffer | null;
  /** All bytes since the beginning of a line that the parser has refused, until the line is complete. */
  refused: Buffer | null;
}

const partialLines = new WeakMap<HttpSocket, PartialLine>();

const NO_BYTES = Buffer.alloc(0);

/** Keeps the beginning of each request line that arrives in several reads, because Node's parser doesn't. */
export function keepPartialLines(socket: HttpSocket): void {
  const parser = parserOf(socket);
  if (parser === null) return;
  const line: PartialLine = { accepted: null, refused: null };
  partialLines.set(socket, line);
  const { kOnMessageBegin, kOnExecute } = parser.constructor;
  const proceed = parser[kOnExecute];
  if (typeof proceed !== 'function') return;
  // Node removes both callbacks when the connection ends.
  let earlier: unknown;
  parser[kOnMessageBegin] = () => {
    line.accepted = NO_BYTES;
    earlier = parser.incoming;
  };
  parser[kOnExecute] = (...result: readonly unknown[]) => {
    const { incoming } = parser;
    // Nothing needs to be copied of a request that arrives in one read, as most do.
    if (incoming !== null && incoming !== earlier) line.accepted = null;
    if (typeof result[0] === 'number' && line.accepted !== null)
      line.accepted = continueLine(line.accepted, parser.getCurrentBuffer());
    proceed(...result);
  };
}

/** Appends bytes to a line. Returns null once the line has ended, or is too long. */
function continueLine(line: Buffer, bytes: Buffer): Buffer | null {
  const start = bytes.lastIndexOf(LINE_FEED) + 1;
  // A line feed before the request is a part of an earlier request.
  if (start > 0 && line.length > 0) return null;
  const size = line.length + bytes.length - start;
  return size > HEADERS_BYTES_MAX ? null : Buffer.concat([line, bytes.subarray(start)]);
}

/**
 * Continues to read a request whose target contains bytes outside ASCII, as `curl "$PING_URL?msg=Größe"` sends them. Node's parser
 * refuses such a target, and the ping would be lost. Once the request line is complete, the bytes are percent-encoded, and the same
 * strict parser reads the line again, so the request ends where it ended before. Returns the error that remains; null if there is
 * none, or if the line isn't complete yet.
 */
export function readEncodedTarget(error: ParseError, socket: HttpSocket, server: Server): ParseError | null {
  const parser = parserOf(socket);
  const line = partialLines.get(socket);
  if (parser === null || line === undefined) return error;
  let remaining: ParseError | null = error;
  for (;;) {
    const bytes = joinLine(remaining, line);
    if (bytes === null) return remaining;
    const end = bytes.indexOf(LINE_FEED);
    if (end === -1 && bytes.length <= HEADERS_BYTES_MAX) {
      line.refused = bytes;
      return null;
    }
    line.refused = null;
    const encodedBytes = end === -1 ? null : withEncodedTarget(bytes, end);
    if (encodedBytes === null) return remaining;
    // The list of connections sorts parsers by the beginning of their request, so a parser leaves it before it begins anew.
    parser.remove();
    parser.initialize(parser.constructor.REQUEST, {}, HEADERS_BYTES_MAX, NO_LENIENCE, connectionsOf(server));
    const result = parser.execute(encodedBytes);
    if (typeof result === 'number') {
      line.accepted = line.accepted === null ? null : continueLine(line.accepted, encodedBytes);
      return null;
    }
    remaining = Object.assign(result, { rawPacket: encodedBytes });
  }
}

/** Returns the bytes from the beginning of the refused request line on; null if the error has another reason. */
function joinLine(
  { code, rawPacket, bytesParsed = 0 }: ParseError,
  { accepted, refused }: PartialLine,
): Buffer | null {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined) return null;
  // The parser repeats its error for all bytes that follow.
  if (refused !== null) return Buffer.concat([refused, rawPacket]);
  if ((rawPacket[bytesParsed] ?? 0) < FIRST_OUTSIDE_ASCII) return null;
  const start = rawPacket.lastIndexOf(LINE_FEED, bytesParsed) + 1;
  return start === 0 && accepted !== null ? Buffer.concat([accepted, rawPacket]) : rawPacket.subarray(start);
}

/** Encodes the target in a request line that ends at the given place; null if the line is malformed or too long. */
function withEncodedTarget(bytes: Buffer, end: number): Buffer | null {
  // The parser limits a request line to the same size.
  if (end > HEADERS_BYTES_MAX) return null;
  const [, method, target, version] = REQUEST_LINE.exec(bytes.toString('latin1', 0, end)) ?? [];
  if (target === undefined) return null;
  const line = Buffer.from(`${method} ${encoded(target)} ${version}`);
  return Buffer.concat([line, bytes.subarray(end)]);
}

/** Percent-encodes the bytes outside ASCII. Text that isn't UTF-8 counts as Latin-1. */
function encoded(target: string): string {
  const bytes = Buffer.from(target, 'latin1');
  const text = isUtf8(bytes) ? bytes.toString() : target;
  return text.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** Returns the server's list of connections, which Node's time limits need. */
function connectionsOf(server: Server): unknown {
  const symbol = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  );
  return symbol === undefined ? undefined : Reflect.get(server, symbol);
}
