import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Answer, type DecodedPacket, decode, encode, RECURSION_DESIRED } from 'dns-packet';

/** Answer of a handler. `null` is silence. An array is sent in several packets; on TCP, in several writes without lengths. */
export type Response = Buffer | readonly Buffer[] | null;

export interface DNSQuery {
  readonly packet: DecodedPacket;
  readonly bytes: Buffer;
  readonly transport: 'udp' | 'tcp';
  /** Port that asks. */
  readonly from: number;
}

export interface DNSServer {
  readonly port: number;
  /** Queries so far, oldest first. */
  readonly queries: readonly DNSQuery[];
  /** Resolves when so many queries have arrived. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a DNS server for UDP and TCP. Its messages are written by another program than ours. */
export async function startDNSServer(
  respond: (query: DNSQuery) => Response,
  address = '127.0.0.1',
): Promise<DNSServer> {
  const queries: DNSQuery[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const connections = new Set<Socket>();

  function take(query: DNSQuery): Response {
    queries.push(query);
    for (const { count, resolve } of waiting) if (queries.length >= count) resolve();
    return respond(query);
  }

  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      const bytes = data.subarray(2);
      const response = take({ packet: decode(bytes), bytes, transport: 'tcp', from: socket.remotePort ?? 0 });
      if (response === null) return;
      if (Array.isArray(response)) for (const part of response) socket.write(part);
      else socket.write(Buffer.concat([framed((response as Buffer).length), response as Buffer]));
    });
  });
  tcp.listen(0, address);
  await once(tcp, 'listening');
  const port = (tcp.address() as { port: number }).port;
  const udp = createSocket('udp4');
  udp.on('message', (bytes, from) => {
    const response = take({ packet: decode(bytes), bytes, transport: 'udp', from: from.port });
    for (const part of response === null ? [] : [response].flat()) udp.send(part, from.port, from.address);
  });
  udp.bind(port, address);
  await once(udp, 'listening');

  return {
    port,
    queries,
    received(count) {
      if (queries.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    async close() {
      for (const connection of connections) connection.destroy();
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

function framed(length: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(length);
  return bytes;
}

export interface Written {
  readonly answers?: readonly Answer[];
  /** Bits of the flags, such as the response code. */
  readonly flags?: number;
}

/** Writes the answer to a query. */
export function answerTo({ packet }: DNSQuery, { answers = [], flags = 0 }: Written): Buffer {
  return encode({
    type: 'response',
    id: packet.id ?? 0,
    flags: RECURSION_DESIRED | flags,
    questions: packet.questions ?? [],
    answers: [...answers],
  });
}
