import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { isSlug, slugify, slugOf } from './slug.ts';

describe('a slug', () => {
  // Results of Django 5.2's slugify.
  test.each([
    ['pg-dump prod', 'pg-dump-prod'],
    ['  Nightly   Backup  ', 'nightly-backup'],
    ['db_01: dump (prod)', 'db_01-dump-prod'],
    ['Ünïcode Größe', 'unicode-groe'],
    ['ﬁle №5 ½', 'file-no5-12'],
    ['--a__b--', 'a__b'],
    ['_-_', ''],
    ['a -- b', 'a-b'],
    ['tab\tline\nend', 'tab-line-end'],
    ['İstanbul', 'istanbul'],
    ['KELVIN \u{212a}', 'kelvin-k'],
    ['夜間バックアップ', ''],
    ['', ''],
  ])('the slug of %j is %j', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  test('has at most 100 characters, and its last character is never trimmed', () => {
    expect(slugify('x'.repeat(180))).toBe('x'.repeat(100));
    expect(slugify(`${'x'.repeat(99)} and more`)).toBe('x'.repeat(99));
  });

  test.each(['_', ' ', '-', '\u0301\u0316', '\ufdfa'])('takes bounded time for 100 000 × %j', (part) => {
    const name = `a${part.repeat(100_000)}a`;
    expect(Math.min(...[1, 2, 3].map(() => processorMs(() => slugify(name))))).toBeLessThan(20);
  });

  test('is valid or empty for any name, and is the slug of itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
        const slug = slugify(name);
        expect(slug === '' || isSlug(slug)).toBe(true);
        expect(slugify(slug)).toBe(slug);
        expect(isSlug(slugOf(name, 'k3v9x2mq7d'))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('a monitor without a valid slug uses its short ID', () => {
    expect(slugOf('夜間', 'k3v9x2mq7d')).toBe('k3v9x2mq7d');
    expect(slugOf('Nightly', 'k3v9x2mq7d')).toBe('nightly');
  });
});
