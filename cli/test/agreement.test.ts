import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAST_REPORT_MS_MAX } from '../../server/src/domain/past-report/reported-time.ts';
import { slugify as slugifyOfService } from '../../server/src/domain/ping/slug.ts';
import { slugify } from '../src/config/slug.ts';
import { SPOOLED_DAYS_MAX } from '../src/spool/spool.ts';

test('a slug is the one that the service derives', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (name) => {
      expect(slugify(name)).toBe(slugifyOfService(name));
    }),
  );
  expect(slugify(`${'x'.repeat(99)} and more`)).toBe('x'.repeat(99));
});

test('reports wait as long as the service accepts their times', () => {
  expect(SPOOLED_DAYS_MAX * 86_400_000).toBe(PAST_REPORT_MS_MAX);
});
