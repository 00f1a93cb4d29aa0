import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitLinks } from './linked-text.ts';

const linksIn = (text: string) => splitLinks(text).flatMap(({ url }) => (url === null ? [] : [url]));

test.each([
  ['See https://wiki.example.com/run?a=1#top.', ['https://wiki.example.com/run?a=1#top']],
  ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
  ['HTTP://EXAMPLE.COM, then http://b.example!', ['HTTP://EXAMPLE.COM', 'http://b.example']],
  ['no link', []],
  ['javascript:alert(1) data:text/html,x ftp://a.example file:///etc', []],
  ['xhttps://example.com', []],
  ['https://', []],
  ['https://ann:secret@example.com/', []],
  ['<a href="https://example.com">x</a>', ['https://example.com']],
  ['https://example.com/\u202egpj.exe', ['https://example.com/']],
])('%j has the links %j', (text, links) => expect(linksIn(text)).toEqual(links));

test('only the first 50 addresses become links', () => {
  expect(linksIn('https://a.example '.repeat(60))).toHaveLength(50);
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('https://', 'http://a.example', ')', '.', ' ', 'javascript:'),
  );
  test('no character is lost, and each link is a web address', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        expect(
          splitLinks(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
        for (const url of linksIn(text)) expect(new URL(url).protocol).toMatch(/^https?:$/);
      }),
    );
  });

  test('a long text is split quickly', () => {
    const started = performance.now();
    // An algorithm with quadratic time would exceed the limit many times over.
    splitLinks(`https://a${')'.repeat(50_000)}`);
    splitLinks('https://'.repeat(10_000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
