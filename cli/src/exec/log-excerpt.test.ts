import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogExcerpt, joinExcerpt } from './log-excerpt.ts';

test('a short output is kept whole, and a long output keeps its head and tail, for any division into chunks', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      chunks,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (parts, head, tail) => {
        const kept = createLogExcerpt(head, tail);
        for (const part of parts) kept.add(part);
        const whole = Buffer.concat(parts);
        const missing = whole.length - head - tail;
        const expected =
          missing <= 0
            ? whole
            : Buffer.concat([
                whole.subarray(0, head),
                Buffer.from(`\n[overdue: ${missing} bytes left out]\n`),
                whole.subarray(-tail),
              ]);
        expect(joinExcerpt(kept.read())).toEqual(expected);
      },
    ),
  );
});
