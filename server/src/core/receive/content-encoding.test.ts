import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createDecoder } from './content-encoding.ts';

const LIMIT = 100_000;
const LOG = Buffer.from('a line of the log\n'.repeat(100));
const decode = createDecoder();
const whole = (encoding: string, bytes: Uint8Array, network = '192.0.2.1') =>
  decode({ bytes, isCut: false, encoding, network }, LIMIT);

describe('decompression', () => {
  test.each([
    ['gzip', gzipSync(LOG)],
    ['X-GZIP', gzipSync(LOG)],
    ['deflate', deflateSync(LOG)],
    ['deflate', deflateRawSync(LOG)],
    ['br', brotliCompressSync(LOG)],
    ['zstd', zstdCompressSync(LOG)],
    ['zstd', Buffer.concat([zstdCompressSync(LOG.subarray(0, 50)), zstdCompressSync(LOG.subarray(50))])],
    ['gzip, br', brotliCompressSync(gzipSync(LOG))],
    [' identity , deflate,gzip', gzipSync(deflateSync(LOG))],
    ['gzip', Buffer.concat([gzipSync(LOG.subarray(0, 50)), gzipSync(LOG.subarray(50))])],
  ])('a body is decompressed: %s', async (encoding, bytes) => {
    expect(await whole(encoding, bytes)).toEqual({ bytes: LOG, isCut: false });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('the beginning of a cut body is decompressed: %s', async (encoding, compress) => {
    const log = Buffer.from(Array.from({ length: 60_000 }, (_, line) => `line ${line}\n`).join(''));
    const compressed = compress(log);
    const start = compressed.subarray(0, compressed.byteLength / 2);
    const decoded = await decode(
      { bytes: start, isCut: true, encoding, network: '192.0.2.1' },
      log.byteLength,
    );
    if (typeof decoded === 'string') throw new Error(decoded);
    expect(decoded.isCut).toBe(true);
    expect(decoded.bytes.byteLength).toBeGreaterThan(1000);
    expect(log.subarray(0, decoded.bytes.byteLength).equals(decoded.bytes)).toBe(true);
  });
});

test.each([
  ['gzip', LOG],
  ['gzip', gzipSync(LOG).subarray(0, 40)],
  ['deflate', LOG],
  ['br', LOG],
  ['zstd', LOG],
  ['zstd', zstdCompressSync(LOG).subarray(0, 20)],
  // A window of 16 MiB, above the 8 MiB of RFC 9659.
  ['zstd', zstdCompressSync(Buffer.alloc(17_000_000), { params: { [constants.ZSTD_c_windowLog]: 24 } })],
  ['gzip, what', gzipSync(LOG)],
  ['gzip, gzip', gzipSync(LOG)],
  ['gzip,gzip,gzip,gzip', gzipSync(gzipSync(gzipSync(gzipSync(LOG))))],
  [`${'identity,'.repeat(2000)}gzip`, gzipSync(LOG)],
])('decompression gives up on %.20s that is damaged, unknown or too deep', async (encoding, bytes) => {
  expect(await whole(encoding, bytes)).toBe('undecodable');
});

describe('bombs', () => {
  const ZEROS = Buffer.alloc(64 * 1024 * 1024);

  test.each([
    ['gzip', gzipSync(ZEROS).subarray(0, LIMIT)],
    ['br', brotliCompressSync(ZEROS)],
    ['zstd', zstdCompressSync(ZEROS, { params: { [constants.ZSTD_c_windowLog]: 20 } })],
    ['gzip, gzip', gzipSync(gzipSync(ZEROS))],
    ['deflate, br, gzip', gzipSync(brotliCompressSync(deflateSync(ZEROS)))],
  ])('a bomb of %s is read up to the limit', async (encoding, bytes) => {
    const before = process.memoryUsage().arrayBuffers;
    const decoded = await decode({ bytes, isCut: true, encoding, network: '192.0.2.1' }, LIMIT);
    expect(decoded).toEqual({ bytes: ZEROS.subarray(0, LIMIT), isCut: true });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024);
  });

  test('bodies are decompressed two at a time, and at most 900 of one network wait', async () => {
    const bytes = gzipSync(LOG);
    const all = await Promise.all(Array.from({ length: 1100 }, () => whole('gzip', bytes)));
    expect(all.filter((decoded) => decoded === 'busy')).toHaveLength(198);
    expect(await whole('gzip', bytes)).toMatchObject({ isCut: false });
  });

  test('bodies of one network that wait neither refuse nor delay the body of another', async () => {
    const bytes = gzipSync(LOG);
    const order: string[] = [];
    const flood = Array.from({ length: 1100 }, () =>
      whole('gzip', bytes).then((decoded) => decoded === 'busy' || order.push('flood')),
    );
    const other = whole('gzip', bytes, '192.0.2.2').then((decoded) => order.push('other') && decoded);
    expect(await other).toMatchObject({ isCut: false });
    expect(order.indexOf('other')).toBeLessThan(10);
    await Promise.all(flood);
  });
});
