import { describe, expect, test } from 'vitest';
import { smsSegments, smsText } from './sms-text.ts';

describe('segments of an SMS', () => {
  test.each([
    ['a'.repeat(153), 1],
    ['a'.repeat(154), 2],
    [`${'a'.repeat(152)}€`, 2],
    ['я'.repeat(67), 1],
    ['я'.repeat(68), 2],
    [`${'a'.repeat(66)}😀`, 2],
  ])('segments are counted as a phone counts them: %#', (text, segments) =>
    expect(smsSegments(text)).toBe(segments),
  );
});

describe('text of an SMS', () => {
  test('typographic characters take no extra place', () => {
    expect(smsText('“a” – `b`…', '', 3)).toBe('"a" - \'b\'...');
  });

  test.each([
    ['a', 1],
    ['[', 2],
    ['я', 3],
    ['😀', 3],
  ])('a text of only %s is cut to fit, and keeps its whole tail', (character, segments) => {
    const text = smsText(character.repeat(1000), '\nhttps://example.com', segments);
    expect(smsSegments(text)).toBe(segments);
    expect(text).toMatch(/(?:…|\.\.\.)\nhttps:\/\/example\.com$/);
  });

  test('a text that fits is unchanged', () => {
    expect(smsText('Down: a', '\nx', 1)).toBe('Down: a\nx');
  });
});
