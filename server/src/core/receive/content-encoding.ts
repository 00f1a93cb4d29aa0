import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { createTurns } from '../../platform/runtime/turns.ts';

const LAYERS_MAX = 3;
/** Maximum concurrent decompressions. Leaves threads of Node's pool free for password hashing and DNS lookups. */
const RUNNING_MAX = 2;
const WAITING_MAX = 1000;
/** Binary logarithm of the largest window of zstd: 8 MiB, as RFC 9659 allows. A frame could otherwise ask for 128 MiB. */
const ZSTD_WINDOW_LOG_MAX = 23;

export interface Decoded {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

export interface Encoded extends Decoded {
  readonly encoding: string;
  /** Network of the sender. Networks take turns, so that nobody without a key can use up the turns of others. */
  readonly network: string;
}

/** Decompresses at most `limit` bytes of a body. Returns `busy` if too many bodies wait, or too many of this network. */
export type Decode = (encoded: Encoded, limit: number) => Promise<Decoded | 'undecodable' | 'busy'>;

type Layer = (bytes: Uint8Array, isCut: boolean) => Transform;

/** Creates a decoder that is safe against decompression bombs: it reads at most `limit` bytes of each layer. */
export function createDecoder(): Decode {
  const turns = createTurns({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX });
  return async ({ bytes, isCut, encoding, network }, limit) => {
    const layers = layersOf(encoding);
    if (layers === null) return 'undecodable';
    if (layers.length === 0) return { bytes, isCut };
    if (turns.isFull(network)) return 'busy';
    return turns.take(async () => {
      let decoded: Decoded = { bytes, isCut };
      for (const layer of layers) {
        const next = await decompress(layer(decoded.bytes, decoded.isCut), decoded, limit);
        if (next === null) return 'undecodable';
        decoded = next;
      }
      return decoded;
    }, network);
  };
}

/** Returns the layers of a `Content-Encoding`, outermost first; null if a layer is unknown or there are too many layers. */
function layersOf(encoding: string): readonly Layer[] | null {
  const names = encoding.split(',', LAYERS_MAX + 1).map((name) => name.trim().toLowerCase());
  if (names.length > LAYERS_MAX) return null;
  const layers: Layer[] = [];
  for (const name of names.reverse()) {
    if (name === '' || name === 'identity') continue;
    const layer = LAYERS.get(name);
    if (layer === undefined) return null;
    layers.push(layer);
  }
  return layers;
}

const LAYERS = new Map<string, Layer>([
  ['gzip', (_, isCut) => createGunzip(flushOptions(isCut))],
  ['x-gzip', (_, isCut) => createGunzip(flushOptions(isCut))],
  // The encoding `deflate` is zlib's format (RFC 9110, section 8.4.1.2), but some clients send deflate data without a zlib header.
  ['deflate', (bytes, isCut) => (isZlib(bytes) ? createInflate : createInflateRaw)(flushOptions(isCut))],
  [
    'br',
    (_, isCut) =>
      createBrotliDecompress({
        finishFlush: isCut ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH,
      }),
  ],
  [
    'zstd',
    (_, isCut) =>
      createZstdDecompress({
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
        finishFlush: isCut ? constants.ZSTD_e_flush : constants.ZSTD_e_end,
      }),
  ],
]);

/** Lets zlib accept a truncated body. */
function flushOptions(isCut: boolean) {
  return { finishFlush: isCut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH };
}

/** True if the bytes are zlib's header (RFC 1950, section 2.2). */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function decompress(stream: Transform, { bytes, isCut }: Decoded, limit: number): Promise<Decoded | null> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    stream.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length <= limit) return;
      stream.destroy();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, limit), isCut: true });
    });
    stream.on('end', () => resolve({ bytes: Buffer.concat(chunks), isCut }));
    stream.on('error', () => resolve(null));
    stream.end(bytes);
  });
}
