import { decode, encode, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAnswer, encodeQuery, RECORD_TYPES, type RecordType } from './dns-message.ts';

fc.configureGlobal({ seed: 20261129 });

const label = fc.stringMatching(/^[a-z0-9_]([a-z0-9-]{0,10}[a-z0-9])?$/);
const name = fc.array(label, { minLength: 1, maxLength: 8 }).map((labels) => labels.join('.'));
const types = Object.keys(RECORD_TYPES) as RecordType[];

/** Runs a message through the decoder, which must return in time that grows with the message only. */
function decodes(bytes: Buffer): void {
  const answer = decodeAnswer(bytes);
  if (answer !== null) expect(answer.records.length).toBeLessThanOrEqual(bytes.length / 11);
}

test('an independent program reads our queries', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), name, fc.constantFrom(...types), (id, asked, type) => {
      const packet = decode(encodeQuery(id, { name: asked, type }, { isExtended: true }));
      expect(packet).toMatchObject({
        id,
        type: 'query',
        flag_rd: true,
        questions: [{ name: asked, type, class: 'IN' }],
      });
      expect(packet.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232 }]);
    }),
  );
});

test('we read the answers of an independent program', () => {
  fc.assert(
    fc.property(name, fc.array(fc.tuple(name, name), { maxLength: 20 }), (asked, aliases) => {
      const packet: Packet = {
        type: 'response',
        id: 7,
        questions: [{ name: asked, type: 'CNAME' }],
        answers: aliases.map(([from, data]) => ({ type: 'CNAME', name: from, data })),
      };
      expect(decodeAnswer(encode(packet))).toEqual({
        id: 7,
        isTruncated: false,
        rcode: 'NOERROR',
        question: { name: asked, type: RECORD_TYPES.CNAME },
        records: aliases.map(([from, value]) => ({ name: from, type: 'CNAME', value, target: null })),
      });
    }),
  );
});

describe('malformed answers', () => {
  const header = Buffer.from([0, 1, 0x81, 0x80, 0, 1, 0xff, 0xff, 0, 0, 0, 0]);

  test('random bytes never make the decoder throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4000 }), fc.boolean(), (bytes, hasHeader) =>
        decodes(hasHeader ? Buffer.concat([header, bytes]) : Buffer.from(bytes)),
      ),
      { numRuns: 2000 },
    );
  });

  test('changed and shortened answers never make the decoder throw', () => {
    const whole = encode({
      type: 'response',
      id: 1,
      questions: [{ name: 'a.example.com', type: 'MX' }],
      answers: [
        { type: 'MX', name: 'a.example.com', data: { preference: 1, exchange: 'mx.example.com' } },
        { type: 'TXT', name: 'a.example.com', data: ['one', 'two'] },
        { type: 'CAA', name: 'a.example.com', data: { flags: 0, tag: 'issue', value: 'x' } },
        { type: 'AAAA', name: 'a.example.com', data: '2001:db8::1' },
      ],
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          decodes(bytes.subarray(0, length));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['a pointer to itself', [0xc0, 12]],
    ['two pointers to each other', [0xc0, 14, 0xc0, 12]],
    ['a label that continues behind the message', [63, 97]],
    ['a label of a reserved kind', [0x80, 1, 0]],
  ])('%s is no answer', (_, bytes) => {
    expect(decodeAnswer(Buffer.concat([header, Buffer.from(bytes), Buffer.alloc(8)]))).toBeNull();
  });

  /** A message of 65 kB whose records all have a name that is a chain of pointers. */
  function chained(pointers: number): Buffer {
    const chain = Array.from({ length: pointers }, (_, link) => 23 + Math.max(0, 2 * link - 1));
    const data = [0, ...chain.flatMap((to) => [0xc0 | (to >> 8), to & 0xff])];
    const holder = [0, 0, 99, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff, ...data];
    const last = 23 + 2 * pointers - 1;
    const record = [0xc0 | (last >> 8), last & 0xff, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1];
    const count = Math.floor((65_000 - 12 - holder.length) / record.length);
    const start = Buffer.from([0, 1, 0x81, 0x80, 0, 0, (count + 1) >> 8, (count + 1) & 0xff, 0, 0, 0, 0]);
    return Buffer.concat([
      start,
      Buffer.from(holder),
      ...Array.from({ length: count }, () => Buffer.from(record)),
    ]);
  }

  test('the longest chain of pointers is read for each of 4,000 records, and a longer one is no answer', () => {
    expect(decodeAnswer(chained(127 - 1))?.records).toHaveLength(4045);
    expect(decodeAnswer(chained(127))).toBeNull();
    expect(decodeAnswer(chained(4000))).toBeNull();
  });
});
