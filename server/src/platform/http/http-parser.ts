import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** An error of Node's HTTP parser, with the bytes that the parser was reading. */
export interface ParseError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Node's undocumented HTTP parser. */
export interface HttpParser {
  readonly constructor: {
    readonly REQUEST: number;
    readonly kOnMessageBegin: number;
    readonly kOnExecute: number;
    readonly kOnBody: number;
    readonly kOnMessageComplete: number;
  };
  /** The newest request whose headers are complete; null once it has been answered. */
  readonly incoming?: IncomingMessage | null;
  /** Callbacks by number. */
  [callback: number]: unknown;
  remove(): void;
  /** Copies the bytes that are being read. */
  getCurrentBuffer(): Buffer;
  initialize(
    type: number,
    resource: object,
    headersBytesMax: number,
    lenientFlags: number,
    connections: unknown,
  ): void;
  execute(bytes: Buffer): number | ParseError;
}

/** Returns the parser of a connection; null if it has ended. */
export function parserOf(socket: Socket): HttpParser | null {
  const parser = 'parser' in socket ? socket.parser : null;
  return isParser(parser) ? parser : null;
}

function isParser(value: unknown): value is HttpParser {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['remove', 'initialize', 'execute', 'getCurrentBuffer'].every((name) => name in value)
  );
}
