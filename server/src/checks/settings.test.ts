import { CHECK_KINDS, type CheckKind } from '@overdue/domain/checks/check-result.ts';
import { describe, expect, test } from 'vitest';
import { parseJSONPath, valueAt } from './json-path.ts';
import { CHECK_SETTINGS, parseStatusRange } from './settings.ts';
import { parseTarget } from './target.ts';

describe('the settings of a check', () => {
  test.each(CHECK_KINDS)('all have a default: %s', (kind) => {
    const settings = CHECK_SETTINGS[kind].parse({});
    expect(settings).toMatchObject({
      timeout: 10,
      confirm: { attempts: 2, delay: 3 },
      regions: [],
      family: 'auto',
      slowAfter: null,
      slowIs: 'note',
    });
    expect(CHECK_SETTINGS[kind].parse(settings), 'what is stored can be read again').toEqual(settings);
  });

  test('of http expect a status of 200 to 299', () => {
    expect(CHECK_SETTINGS.http.parse({})).toMatchObject({
      method: 'GET',
      redirects: 5,
      status: ['200-299'],
      certificateWarnDays: 14,
      tls: { verify: 'full', servername: null, ca: null, cert: null, key: null },
    });
  });

  test.each<[CheckKind, object]>([
    ['http', { timeout: 0.5 }],
    ['http', { timeout: 61 }],
    ['http', { unknown: 1 }],
    ['http', { confirm: { attempts: 6 } }],
    ['http', { confirm: { unknown: 1 } }],
    ['http', { regions: Array.from({ length: 11 }, (_, n) => `r${n}`) }],
    ['http', { method: 'CONNECT' }],
    ['http', { headers: { 'Content-Length': '3' } }],
    ['http', { headers: { 'Proxy-Authorization': 'x' } }],
    ['http', { headers: { 'X-Name': 'a\r\nX-Other: b' } }],
    ['http', { headers: { 'X-Name': 'a', 'x-name': 'b' } }],
    ['http', { headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, ''])) }],
    ['http', { headers: { Authorization: 'x' }, auth: { type: 'bearer', token: 'x' } }],
    ['http', { auth: { type: 'basic', user: 'a:b', password: 'c' } }],
    ['http', { auth: { type: 'bearer', token: 'a b' } }],
    ['http', { body: 'x' }],
    ['http', { method: 'POST', body: 'ä'.repeat(32_001) }],
    ['http', { redirects: 11 }],
    ['http', { status: [] }],
    ['http', { status: ['600'] }],
    ['http', { status: ['299-200'] }],
    ['http', { contains: [''] }],
    ['http', { method: 'HEAD', contains: ['x'] }],
    ['http', { json: [{ path: 'a..b', op: '==', value: 1 }] }],
    ['http', { json: [{ path: 'a', op: '<', value: '1' }] }],
    ['http', { json: [{ path: 'a', op: '=~', value: '1' }] }],
    ['http', { tls: { verify: 'some' } }],
    ['http', { tls: { ca: 'not a certificate' } }],
    ['http', { tls: { key: 'x' } }],
    ['http', { tls: { servername: 'a/b' } }],
    ['tcp', { send: 'x'.repeat(1001) }],
    ['tcp', { encryption: 'ftp' }],
    ['tls', { encryption: 'none' }],
    ['tls', { failDays: -1 }],
    ['dns', { resolver: 'a/b' }],
    ['dns', { type: 'ANY' }],
    ['domain', { warnDays: 366 }],
  ])('of %s refuse %j', (kind, input) => {
    expect(CHECK_SETTINGS[kind].safeParse(input).success).toBe(false);
  });
});

describe('the target of a check', () => {
  test.each<[CheckKind, string, string]>([
    ['http', ' HTTPS://Example.com/Health?a=1#part ', 'https://example.com/Health?a=1'],
    ['http', 'http://bücher.example:8080', 'http://xn--bcher-kva.example:8080/'],
    ['http', 'http://[::1]:80/', 'http://[::1]/'],
    ['http', 'http://0x7f.1/', 'http://127.0.0.1/'],
    ['tcp', 'tcp://DB.example.com:5432/', 'tcp://db.example.com:5432'],
    ['tcp', 'tcp://db.example.com.:80', 'tcp://db.example.com:80'],
    ['tcp', 'tcp://[2001:DB8::1]:22', 'tcp://[2001:db8::1]:22'],
    ['tcp', 'tcp://0177.0.0.1:22', 'tcp://127.0.0.1:22'],
    ['tls', 'tls://mail.example.com:993', 'tls://mail.example.com:993'],
    ['tls', 'tls://example.com', 'tls://example.com:443'],
    ['dns', 'dns://_sip._tcp.example.com', 'dns://_sip._tcp.example.com'],
    ['domain', 'domain://Bücher.example', 'domain://xn--bcher-kva.example'],
  ])('%s: %s is %s', (kind, text, url) => {
    expect(parseTarget(kind, text)).toMatchObject({ ok: true, url });
    expect(parseTarget(kind, url), 'what is stored can be read again').toMatchObject({ ok: true, url });
  });

  test.each<[CheckKind, string]>([
    ['http', ''],
    ['http', 'example.com'],
    ['http', 'ftp://example.com/'],
    ['http', 'file:///etc/passwd'],
    ['http', 'http:example.com'],
    ['http', 'http://user:hunter2@example.com/'],
    ['http', 'http://a b/'],
    ['http', `http://example.com/${'a'.repeat(2000)}`],
    ['http', `http://${'a'.repeat(64)}.example.com/`],
    ['tcp', 'tcp://example.com'],
    ['tcp', 'tcp://example.com:0'],
    ['tcp', 'tcp://example.com:65536'],
    ['tcp', 'tcp://:80'],
    ['tcp', 'tcp://a:hunter2@example.com:80'],
    ['tcp', 'tcp://example.com:80/path'],
    ['tcp', 'tcp://example.com:80?a=b'],
    ['tcp', 'http://example.com:80'],
    ['tcp', 'tcp://fe80::1:80'],
    ['tcp', 'tcp://[fe80::1%25eth0]:80'],
    ['tls', 'tls://'],
    ['dns', 'dns://example.com:53'],
    ['dns', 'dns://127.0.0.1'],
    ['dns', 'dns://9.9.9.9/example.com'],
    ['domain', 'domain://example.com/'.concat('/')],
    ['domain', 'domain://a..b'],
  ])('%s: %j is refused without repeating the text', (kind, text) => {
    const result = parseTarget(kind, text);
    expect(result.ok).toBe(false);
    expect(result).not.toMatchObject({ problem: expect.stringContaining('hunter2') });
  });
});

test.each([
  ['200', { from: 200, to: 200 }],
  ['200-299', { from: 200, to: 299 }],
  ['099', null],
  ['200-', null],
  ['2xx', null],
])('the status range %s', (text, range) => expect(parseStatusRange(text)).toEqual(range));

describe('a path in JSON', () => {
  const document = { data: { items: [{ state: 'ok' }, null] }, 'with space': 0, empty: null };

  test.each<[string, unknown]>([
    ['', document],
    ['data.items[0].state', 'ok'],
    ['data.items[1]', null],
    ['data.items[2]', undefined],
    ['data.items.length', undefined],
    ['data.items[1].state', undefined],
    ['data[0]', undefined],
    ['with space', 0],
    ['empty.a', undefined],
    ['__proto__', undefined],
    ['constructor.name', undefined],
  ])('%s', (text, value) => expect(valueAt(document, parseJSONPath(text) ?? [])).toEqual(value));

  test('may begin with places in lists', () => {
    expect(valueAt([[{ a: 1 }]], parseJSONPath('[0][0].a') ?? [])).toBe(1);
  });

  test.each(['.', 'a.', '.a', 'a..b', 'a[', 'a[]', 'a[x]', 'a[-1]', 'a[0]b', 'a]', 'a.[0]', 'a[1e3]'])(
    '%s is none',
    (text) => expect(parseJSONPath(text)).toBeNull(),
  );

  test('has at most 20 steps', () => {
    expect(parseJSONPath(Array.from({ length: 20 }, () => 'a').join('.'))).toHaveLength(20);
    expect(parseJSONPath(Array.from({ length: 21 }, () => 'a').join('.'))).toBeNull();
  });
});
