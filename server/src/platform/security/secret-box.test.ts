import { describe, expect, test } from 'vitest';
import { systemRandom } from '../runtime/random.ts';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox('a key of thirty-two characters..', systemRandom);

describe('a sealed text', () => {
  test.each(['', 'hunter2', '{"url":"https://例え.example.com"}', 'x'.repeat(100_000)])(
    '%.20j opens again',
    (text) => {
      const sealed = box.seal(text, 'k3v9x2mq7d');
      expect(sealed).toMatch(/^v1\.[\w-]+$/);
      if (text !== '') expect(sealed).not.toContain(text);
      expect(box.open(sealed, 'k3v9x2mq7d')).toBe(text);
    },
  );

  test('each sealed text is different', () => {
    expect(box.seal('hunter2', 'a')).not.toBe(box.seal('hunter2', 'a'));
  });

  test('opens in no other context, with no other key, and not after a change', () => {
    const sealed = box.seal('hunter2', 'a');
    const other = createSecretBox('another key of thirty-two chars..', systemRandom);
    const changed = sealed.slice(0, 20) + (sealed[20] === 'A' ? 'B' : 'A') + sealed.slice(21);
    expect(() => box.open(sealed, 'b')).toThrow('different key');
    expect(() => other.open(sealed, 'a')).toThrow('SECRET_KEY');
    expect(() => box.open(changed, 'a')).toThrow('different key');
  });

  test.each(['', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'hunter2'])(
    '%j is damaged',
    (sealed) => expect(() => box.open(sealed, 'a')).toThrow('damaged'),
  );

  test('a sealed text of the first version opens in every later version', () => {
    const sealed = 'v1.sTEYYm6JszHjVAq7I_XNRFsHanxqfA_EFPTHpiS7c2IVZic';
    expect(box.open(sealed, 'k3v9x2mq7d')).toBe('hunter2');
  });
});

test('a signature belongs to its text and its key', () => {
  expect(box.sign('a')).toMatch(/^[\w-]{32}$/);
  expect(box.sign('a')).toBe(box.sign('a'));
  expect(box.sign('b')).not.toBe(box.sign('a'));
  expect(createSecretBox('another key of thirty-two chars..', systemRandom).sign('a')).not.toBe(
    box.sign('a'),
  );
});
