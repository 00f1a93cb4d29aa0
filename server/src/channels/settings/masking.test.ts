import { describe, expect, test } from 'vitest';
import { mask, redactor, textsIn, unmask } from './masking.ts';

const HOOK = 'https://hooks.slack.com/services/T000/B000/XyZ123abcDEF';

describe('a masked secret', () => {
  test.each<[unknown, unknown]>([
    ['xoxb-1234567890-3f9a', '••••3f9a'],
    ['twelve-chars', '••••hars'],
    ['eleven-char', '••••'],
    ['', '••••'],
    [HOOK, 'https://hooks.slack.com/••••'],
    [12_345_678_901_234, '••••'],
    [{ Authorization: 'Bearer hunter2-hunter2' }, { Authorization: '••••ter2' }],
    [
      ['one', 'a-longer-secret'],
      ['••••', '••••cret'],
    ],
  ])('%j: %j', (secret, shown) => expect(mask(secret)).toEqual(shown));

  test.each<[unknown, unknown, unknown]>([
    ['••••3f9a', 'xoxb-1234567890-3f9a', 'xoxb-1234567890-3f9a'],
    ['••••0000', 'xoxb-1234567890-3f9a', '••••0000'],
    ['new', 'xoxb-1234567890-3f9a', 'new'],
    ['https://hooks.slack.com/••••', HOOK, HOOK],
    [
      { A: '••••', B: 'new' },
      { A: 'old', C: 'gone' },
      { A: 'old', B: 'new' },
    ],
    [['••••'], ['old'], ['old']],
    ['••••', undefined, '••••'],
    [null, 'old', null],
  ])('%j as the value of %j becomes %j', (value, old, result) => expect(unmask(value, old)).toEqual(result));
});

describe('masked responses', () => {
  const hide = redactor([HOOK, 'p+ss/w"rd', 'abc']);
  test.each([
    [`no such hook: ${HOOK}`, 'no such hook: ••••'],
    ['Cannot POST /services/T000/B000/XyZ123abcDEF', 'Cannot POST ••••'],
    ['unknown token XyZ123abcDEF', 'unknown token ••••'],
    ['p+ss/w"rd, p%2Bss%2Fw%22rd, {"p":"p+ss/w\\"rd"}', '••••, ••••, {"p":"••••"}'],
    ['abc is too short to be a secret', 'abc is too short to be a secret'],
    ['cut within XyZ123a…', 'cut within ••••…'],
    ['cut within Xy…', 'cut within Xy…'],
  ])('secrets in a response are masked: %j', (text, hidden) => expect(hide(text)).toBe(hidden));

  test.each([
    ['the receiver says notifications are off', 'the receiver says notifications are off'],
    ['Cannot POST /notifications/receiver', 'Cannot POST ••••'],
    ['/notifications/receivers', '/notifications/receivers'],
    ['unknown key AbCdEfGh', 'unknown key ••••'],
    ['production, reproductions', '••••, reproductions'],
  ])('whole words of an ordinary path are masked: %j', (text, hidden) => {
    const path = 'https://e.com/notifications/receiver';
    expect(redactor([path, `${path}?key=AbCdEfGh`, 'production'])(text)).toBe(hidden);
  });

  test('a masked response stays within the maximum length', () => {
    expect(redactor(['abcd'])('abcd'.repeat(125))).toHaveLength(500);
    expect(redactor(['x'])('x'.repeat(500))).toHaveLength(500);
  });
});

test('all texts of a value are masked', () => {
  expect(textsIn({ a: 'b', c: ['d', { e: 'f' }], g: 1, h: null })).toEqual(['b', 'd', 'f']);
});
