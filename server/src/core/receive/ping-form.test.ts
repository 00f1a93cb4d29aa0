import { describe, expect, test } from 'vitest';
import { isFormType, readForm } from './ping-form.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const read = (type: string, body: string, isCut = false) => readForm(type, Buffer.from(body), { isCut });

test.each([
  [URL_ENCODED, true],
  ['Application/X-WWW-Form-Urlencoded; charset=utf-8', true],
  [MULTIPART, true],
  ['multipart/form-data; charset=utf-8; boundary="a b"', true],
  ['multipart/form-data', false],
  ['application/x-www-form-urlencoded2', false],
  ['application/json', false],
  [undefined, false],
])('%s is a type of forms: %s', (type, expected) => expect(isFormType(type)).toBe(expected));

describe('a multipart form', () => {
  const fields = [
    { name: 's', value: '1' },
    { name: 'm', value: 'two\r\nlines ü' },
  ];

  test('is read, including text before the first part and after the last', () => {
    const body = `preamble\r\n${part('s', '1')}${part('m', 'two\r\nlines ü')}--x--\r\nepilogue`;
    expect(read(MULTIPART, body)).toEqual({ fields, isWhole: true });
    expect(read('multipart/form-data; boundary="x"', body)).toEqual({ fields, isWhole: true });
  });

  test('is read with files and with other headers', () => {
    const body =
      '--x\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; filename="name"; name="s"\r\n\r\n1\r\n--x--';
    expect(read(MULTIPART, body)?.fields).toEqual([{ name: 's', value: '1' }]);
  });

  test('a truncated multipart form has only complete parts', () => {
    const body = `${part('s', '1')}${part('m', 'half of')}`.slice(0, -4);
    expect(read(MULTIPART, body, true)).toEqual({ fields: [{ name: 's', value: '1' }], isWhole: false });
  });

  test.each([
    '',
    '--x',
    '--x--',
    part('s', '1').slice(0, -2),
    `--x\r\n${'a: b\r\n'.repeat(200)}\r\n1\r\n--x--`,
  ])('%.20j is not a multipart form', (body) => expect(read(MULTIPART, body)).toBeNull());
});

test('a field cut off at the end of a truncated form is ignored', () => {
  expect(read(URL_ENCODED, 's=0&status=down', true)?.fields).toEqual([{ name: 's', value: '0' }]);
  expect(read(URL_ENCODED, 'status=down', true)).toBeNull();
});

test.each([
  ['many parts', MULTIPART, `${part('s', '1').repeat(2200)}--x--`],
  ['many boundaries', MULTIPART, '--x'.repeat(43_000)],
  ['almost boundaries', MULTIPART, `--x\r\n${'\r\n-'.repeat(43_000)}`],
  ['many headers', MULTIPART, `--x\r\n${'a: b\r\n'.repeat(21_000)}\r\n--x--`],
  ['many pairs', URL_ENCODED, `s=1${'&a'.repeat(60_000)}`],
  ['many spaces', URL_ENCODED, `${' '.repeat(131_000)}s=1`],
  ['a long name', URL_ENCODED, `${'a'.repeat(131_000)}=1`],
])('%s are parsed quickly', (_, type, body) => {
  const before = process.cpuUsage();
  for (let turn = 0; turn < 20; turn += 1) expect(read(type, body)?.fields.length ?? 0).toBeLessThan(2);
  expect(process.cpuUsage(before).user / 20).toBeLessThan(20_000);
});
