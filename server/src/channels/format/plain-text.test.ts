import { describe, expect, test } from 'vitest';
import { COMBINED, DOWN, LONG } from '../../../test/notify/sample-alerts.ts';

import { messageOf } from '../message.ts';
import { messageText, withoutTags } from './plain-text.ts';

describe('plain text', () => {
  test.each([0, 1, 20, 100, 300, 1000, 5000])('a text never takes more than %i characters', (max) => {
    for (const alert of [DOWN, COMBINED, LONG]) {
      expect(messageText(messageOf(alert), max).length).toBeLessThanOrEqual(max);
    }
  });

  test('a shortened list mentions the rest', () => {
    const whole = messageText(messageOf(COMBINED), 1000);
    expect(whole).toMatch(/host-12 \(down, db-01\)\nand 2 more$/);
    expect(messageText(messageOf(COMBINED), whole.length - 1)).toMatch(/host-12 \(down, db-01\)\nand more$/);
    expect(messageText(messageOf(COMBINED), 200)).toMatch(/host-\d \(down, db-01\)\nand more$/);
  });

  test('a shortened log keeps its end, where the error stands', () => {
    const log = `${'noise '.repeat(300)}fatal: no space left`;
    expect(messageText(messageOf({ ...DOWN, log }), 300)).toMatch(/\n\n….*fatal: no space left$/);
  });

  test('a text has no tags where tags are not allowed', () => {
    expect(withoutTags('<b>a</b> & b')).toBe('‹b›a‹/b› & b');
  });
});
