import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterPing, writeEmailLog } from './filter-ping.ts';
import type { PING_TYPES, PingMethod } from './ping.ts';
import { NO_FILTER, type PingFilter } from './ping-filter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const KEYWORDS = {
  searchHTTPBody: true,
  failureKeywords: 'FAIL, ERROR',
  successKeywords: 'OK,done',
  startKeywords: 'started',
} as const;

function typeOf(filter: Partial<PingFilter>, text: string | null, method: PingMethod = 'POST') {
  const body = text === null ? null : bytes(text);
  return filterPing({ ...NO_FILTER, ...filter }, { type: 'ping', method, body }).type;
}

describe('keywords in a body', () => {
  test.each([
    ['it is OK', 'ping'],
    ['well done', 'ping'],
    ['has started', 'start'],
    ['FAIL', 'fail'],
    ['an ERROR occurred', 'fail'],
    ['OK, then an ERROR', 'fail'],
    ['started and done', 'ping'],
    ['fail: case matters', 'ignored'],
    ['', 'ignored'],
    [null, 'ignored'],
  ] as const)('%j is %s', (text, type) => {
    expect(typeOf(KEYWORDS, text)).toBe(type);
    expect(typeOf({ ...KEYWORDS, otherwise: 'fail' }, text)).toBe(type === 'ignored' ? 'fail' : type);
  });

  test('finds keywords at the end of a cut body and next to bytes that are not UTF-8', () => {
    const body = new Uint8Array([0xff, 0xc3, ...bytes('FAIL'), 0xc3]);
    const filter = { ...NO_FILTER, ...KEYWORDS, failureKeywords: 'ä, FAIL' };
    expect(filterPing(filter, { type: 'ping', method: 'POST', body }).type).toBe('fail');
  });

  test('keywords decide regardless of the URL, and a failure that no longer counts is a warning', () => {
    const filter = { ...NO_FILTER, ...KEYWORDS };
    const send = (type: (typeof PING_TYPES)[number], text: string) =>
      filterPing(filter, { type, method: 'POST', body: bytes(text) });
    expect(send('log', 'FAIL')).toEqual({ type: 'fail', warning: null });
    expect(send('start', 'done')).toEqual({ type: 'end', warning: null });
    expect(send('fail', 'done')).toEqual({
      type: 'end',
      warning: expect.stringMatching(/counts as a success/),
    });
    expect(send('fail', 'started')).toEqual({ type: 'start', warning: expect.stringMatching(/a start/) });
    expect(send('fail', '-')).toEqual({ type: 'ignored', warning: expect.stringMatching(/no keyword/) });
  });

  test('blank keywords are never found', () => {
    expect(typeOf({ searchHTTPBody: true, failureKeywords: ' , ,', successKeywords: '' }, 'a, b')).toBe(
      'ignored',
    );
  });
});

describe('monitors that accept only POST', () => {
  test.each(['GET', 'HEAD', 'PUT'] as const)('a monitor that accepts POST only ignores %s', (method) => {
    const ping = { type: 'fail', method, body: null } as const;
    expect(filterPing({ ...NO_FILTER, methods: 'POST' }, ping)).toEqual({
      type: 'ignored',
      warning: `The ping was ignored: the monitor accepts POST only, not ${method}.`,
    });
  });

  test.each(['POST', 'EMAIL'] as const)('a monitor that accepts POST only takes %s', (method) => {
    expect(typeOf({ methods: 'POST' }, null, method)).toBe('ping');
  });
});

describe('keywords in an email', () => {
  const email = (subject: string, text: string) => writeEmailLog(subject, text);

  test('keywords are searched only in the chosen parts of an email', () => {
    const failed = { failureKeywords: 'FAIL' };
    const log = email('FAIL', 'text');
    expect(typeOf({ ...failed, searchSubject: true }, log, 'EMAIL')).toBe('fail');
    expect(typeOf({ ...failed, searchEmailBody: true }, log, 'EMAIL')).toBe('ignored');
    expect(typeOf({ ...failed, searchHTTPBody: true }, log, 'EMAIL')).toBe('ping');
    const inText = email('Report', 'disk 1\n\ndisk 2: FAIL');
    expect(typeOf({ ...failed, searchSubject: true }, inText, 'EMAIL')).toBe('ignored');
    expect(typeOf({ ...failed, searchEmailBody: true }, inText, 'EMAIL')).toBe('fail');
    expect(typeOf({ ...failed, searchSubject: true, searchEmailBody: true }, inText, 'EMAIL')).toBe('fail');
  });

  test('keywords are not found in field names or in line breaks that a subject injects', () => {
    expect(typeOf({ searchSubject: true, failureKeywords: 'Subject' }, email('a', 'b'), 'EMAIL')).toBe(
      'ignored',
    );
    const log = email('a\r\n\r\nFAIL', '');
    expect(typeOf({ searchEmailBody: true, failureKeywords: 'FAIL' }, log, 'EMAIL')).toBe('ignored');
  });

  test('keywords in a log that was cut are found', () => {
    const cut = email('FAIL', 'text').slice(0, 13);
    expect(typeOf({ searchSubject: true, failureKeywords: 'FAIL' }, cut, 'EMAIL')).toBe('fail');
  });
});

/** Reimplements the filter in Healthchecks' `hc/api/views.py` and `smtpd.py`, line by line. */
function atHealthchecks(
  filter: PingFilter,
  method: PingMethod,
  { subject, text }: { subject: string; text: string },
) {
  const match = (haystack: string, keywords: string) =>
    keywords.split(',').some((word) => word.trim() !== '' && haystack.includes(word.trim()));
  const chunks: string[] = [];
  if (method === 'EMAIL') {
    if (!filter.searchSubject && !filter.searchEmailBody) return 'success';
    if (filter.searchSubject) chunks.push(subject);
    if (filter.searchEmailBody) chunks.push(text);
  } else {
    if (filter.methods === 'POST' && method !== 'POST') return 'ign';
    if (!filter.searchHTTPBody) return 'success';
    chunks.push(text);
  }
  const haystack = chunks.join('\n');
  if (match(haystack, filter.failureKeywords)) return 'fail';
  if (match(haystack, filter.successKeywords)) return 'success';
  if (match(haystack, filter.startKeywords)) return 'start';
  return filter.otherwise === 'fail' ? 'fail' : 'ign';
}

test('every ping gets the same type as in Healthchecks', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'ä', 'A', 'ab', ' ', ''), { maxLength: 4 });
  const list = words.map((some) => some.join(','));
  const text = words.map((some) => some.join(''));
  const filters = fc.record<PingFilter>({
    methods: fc.constantFrom('any', 'POST'),
    searchSubject: fc.boolean(),
    searchEmailBody: fc.boolean(),
    searchHTTPBody: fc.boolean(),
    startKeywords: list,
    successKeywords: list,
    failureKeywords: list,
    otherwise: fc.constantFrom('ignore', 'fail'),
  });
  const methods = fc.constantFrom<PingMethod>('GET', 'POST', 'PUT', 'EMAIL', 'EMAIL');
  const names = { ping: 'success', start: 'start', fail: 'fail', end: 'success', log: 'log', ignored: 'ign' };
  fc.assert(
    fc.property(filters, methods, text, text, (filter, method, subject, body) => {
      const log = method === 'EMAIL' ? writeEmailLog(subject, body) : body;
      const { type } = filterPing(filter, { type: 'ping', method, body: bytes(log) });
      const sent = { subject: subject.trim(), text: body };
      expect(names[type]).toBe(atHealthchecks(filter, method, sent));
    }),
    { numRuns: 500 },
  );
});
