import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { readEmailText } from './email-text.ts';

const bytes = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'));
const read = (...lines: readonly string[]) => readEmailText(bytes(...lines));
const HTML = 'Content-Type: text/html; charset=utf-8';

describe('the text of an email', () => {
  test('is its text part, and the subject is decoded', async () => {
    const email = await read(
      'Subject: =?utf-8?Q?B=C3=A4ckup?= OK',
      'Content-Type: text/plain',
      '',
      'done',
      '',
    );
    expect(email).toEqual({ subject: 'Bäckup OK', text: 'done', warning: null, isCut: false });
  });

  test('the text of an email without a text part is the HTML part without tags, scripts and styles', async () => {
    const html = '<style>p{}</style><p>Backup <b>FAIL</b>ED &amp; lost</p><script>alert(1)</script>';
    const { text } = await read('Subject: s', HTML, '', html);
    expect(text).toContain('FAILED & lost');
    expect(text).not.toMatch(/alert|p\{\}|</);
  });

  test.each([
    ['<p>all\n<b>is well</b></p>', 'all is well'],
    ['<p>FAILED</p>', 'all is well\n\nFAILED'],
  ])('has the HTML part %j only if it says something else', async (html, text) => {
    const email = await read(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'all is well',
      '--b',
      HTML,
      '',
      html,
      '--b--',
    );
    expect(email.text.replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
  });

  test('is read from base64 and quoted-printable, in other character sets', async () => {
    const base64 = await read(
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: base64',
      '',
      'RkFJTA==',
    );
    expect(base64.text).toBe('FAIL');
    const latin = await read(
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'b=E4ckup',
    );
    expect(latin.text).toBe('bäckup');
  });

  test('the text of a truncated email is the remaining text', async () => {
    const email = await read(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'FAI',
    );
    expect(email.text).toBe('FAI');
  });
});

test('an email with very many lines is cut', async () => {
  const email = await read('Subject: s', '', ...Array.from({ length: 20_000 }, (_, line) => `line ${line}`));
  expect(email).toMatchObject({ subject: 's', isCut: true });
  expect(email.text).toMatch(/^line 0\r?\n[\s\S]*line 9997$/);
});

function twoParts(text: string, html: string): string {
  return [
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    text,
    '--b',
    HTML,
    '',
    html,
    '--b--',
  ].join('\r\n');
}

describe('a hostile email', () => {
  const deep = Array.from(
    { length: 500 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}`,
  );
  const forwarded = Array.from({ length: 500 }, () => 'Content-Type: message/rfc822\r\n');
  test.each([
    ['nests parts', deep.join('\r\n')],
    ['nests messages', forwarded.join('\r\n')],
    ['has endless headers', `Subject: a\r\nX: ${'x'.repeat(400_000)}`],
    ['has many headers', 'X: y\r\n'.repeat(80_000)],
    ['has no header', '\r\n\r\n'],
    ['is empty', ''],
    ['opens tags', `${HTML}\r\n\r\n${'<a '.repeat(150_000)}`],
    ['opens links', `${HTML}\r\n\r\n${'<a href="'.repeat(28_000)}`],
    ['opens links and ends the last', `${HTML}\r\n\r\n${'<a href="'.repeat(28_000)}">`],
    ['repeats the address of a link', `${HTML}\r\n\r\n<a ${'href="'.repeat(40_000)}`],
    ['has parts that are nearly equal', twoParts('a'.repeat(128_000), `b${'a'.repeat(64_000)}`)],
    ['opens comments', `${HTML}\r\n\r\n${'<!--'.repeat(120_000)}`],
    ['has many parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(60_000)}`],
    ['is not text', String.fromCharCode(...Array.from({ length: 5000 }, (_, index) => index % 256))],
  ])(
    'an email that %s is read in time, or kept as received',
    async (_, email) => {
      const before = process.threadCpuUsage();
      const { subject, text } = await readEmailText(new TextEncoder().encode(email));
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(1500);
      expect(typeof subject).toBe('string');
      expect(typeof text).toBe('string');
    },
    5000,
  );
});
