import { describe, expect, it } from 'vitest';
import { COMBINED, DOWN } from '../../../test/notify/sample-alerts.ts';
import { LONG } from '../../../test/notify/transcript.ts';
import { messageOf } from '../message.ts';
import { plainText, withoutTags } from './plain-text.ts';

describe('plain text', () => {
  it.each([0, 1, 20, 100, 300, 1000, 5000])('never takes more than %i characters', (max) => {
    for (const alert of [DOWN, COMBINED, LONG]) {
      expect(plainText(messageOf(alert), max).length).toBeLessThanOrEqual(max);
    }
  });

  it('says that a list goes on where it had to be cut', () => {
    const whole = plainText(messageOf(COMBINED), 1000);
    expect(whole).toMatch(/host-12 \(down, db-01\)\nand 2 more$/);
    expect(plainText(messageOf(COMBINED), whole.length - 1)).toMatch(/host-12 \(down, db-01\)\nand more$/);
    expect(plainText(messageOf(COMBINED), 200)).toMatch(/host-\d \(down, db-01\)\nand more$/);
  });

  it('keeps the end of a log, where the error stands', () => {
    const log = `${'noise '.repeat(300)}fatal: no space left`;
    expect(plainText(messageOf({ ...DOWN, log }), 300)).toMatch(/\n\n….*fatal: no space left$/);
  });

  it('has no tags where it must not', () => {
    expect(withoutTags('<b>a</b> & b')).toBe('‹b›a‹/b› & b');
  });
});
