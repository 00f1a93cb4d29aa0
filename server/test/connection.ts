import { connect, type Socket } from 'node:net';

export interface HTTPResponse {
  readonly status: number;
  /** Headers by lower-case name. Repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly text: string;
  /** The fields `success` and `data` of the envelope. */
  readonly json: { readonly success: boolean; readonly data: Readonly<Record<string, unknown>> };
}

/** A connection over which a test can send arbitrary bytes. */
export interface Connection {
  readonly socket: Socket;
  write(...parts: readonly (string | Uint8Array)[]): void;
  /**
   * Resolves to the next response. Ignores responses with status 100. Resolves to null if the connection closes before the
   * response ends.
   */
  respond(method?: string): Promise<HTTPResponse | null>;
  readonly closed: Promise<void>;
  /** Returns the number of 100 Continue responses. */
  continued(): number;
}

export function openConnection(port: number): Connection {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let isClosed = false;
  let continued = 0;
  let wake = (): void => {};
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  // Ignores errors, because a server may close a connection with a reset.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    const close = () => {
      isClosed = true;
      resolve();
      wake();
    };
    socket.once('end', close);
    socket.once('close', close);
  });

  async function respond(method = 'GET'): Promise<HTTPResponse | null> {
    for (;;) {
      const parsed = parseResponse(received, method, isClosed);
      if (parsed !== null) {
        received = received.subarray(parsed.length);
        if (parsed.response.status !== 100) return parsed.response;
        continued += 1;
      } else if (isClosed) {
        return null;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    socket,
    write(...parts) {
      for (const part of parts) socket.write(part);
    },
    respond: respond,
    closed,
    continued: () => continued,
  };
}

/** Sends bytes on a new connection and reads one response; null if there is none. */
export async function exchange(
  port: number,
  ...parts: readonly (string | Uint8Array)[]
): Promise<HTTPResponse | null> {
  const connection = openConnection(port);
  connection.write(...parts);
  const method = /^[A-Z]+/.exec(Buffer.from(parts[0] ?? '').toString('latin1', 0, 10))?.[0];
  const response = await connection.respond(method);
  connection.socket.destroy();
  return response;
}

interface Sending {
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
}

/** Sends one request on a new connection. The server must respond. */
export async function send(
  port: number,
  method: string,
  path: string,
  { headers = [], ...more }: Sending = {},
): Promise<HTTPResponse> {
  const response = await exchange(
    port,
    request(method, path, { headers: [...headers, 'Connection: close'], ...more }),
  );
  if (response === null) throw new Error(`${method} ${path} was not answered.`);
  return response;
}

/** Returns the bytes of a request, with the length of a body. */
export function request(method: string, path: string, { headers = [], body }: Sending = {}): Buffer {
  const bytes = Buffer.from(body ?? '');
  const length = body === undefined ? [] : [`Content-Length: ${bytes.byteLength}`];
  const head = [`${method} ${path} HTTP/1.1`, 'Host: overdue.example.com', ...length, ...headers];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

interface Parsed {
  readonly response: HTTPResponse;
  /** Number of bytes that the response takes up. */
  readonly length: number;
}

function parseResponse(bytes: Buffer, method: string, isClosed: boolean): Parsed | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (!(status >= 100)) throw new Error(`This is no status line: ${statusLine}`);
  const headers = parseHeaders(lines);
  const start = headEnd + 4;
  const isBare = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const body = isBare
    ? { bytes: Buffer.alloc(0), length: 0 }
    : parseBody(bytes.subarray(start), headers, isClosed);
  if (body === null) return null;
  return { response: makeResponse(status, headers, body.bytes), length: start + body.length };
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

function parseBody(
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
  isClosed: boolean,
): { readonly bytes: Buffer; readonly length: number } | null {
  if (headers['transfer-encoding'] === 'chunked') return parseChunks(bytes);
  const length = headers['content-length'];
  if (length === undefined) return isClosed ? { bytes, length: bytes.byteLength } : null;
  if (bytes.byteLength < Number(length)) return null;
  return { bytes: bytes.subarray(0, Number(length)), length: Number(length) };
}

function parseChunks(bytes: Buffer): { readonly bytes: Buffer; readonly length: number } | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (bytes.byteLength < end + 2) return null;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: end + 2 };
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

function makeResponse(status: number, headers: Readonly<Record<string, string>>, body: Buffer): HTTPResponse {
  const text = body.toString('utf8');
  return {
    status,
    headers,
    body,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}
