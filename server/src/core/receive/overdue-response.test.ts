import { PING_TYPES } from '@overdue/domain/ping/ping.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { successBody } from '../../platform/http/envelope.ts';
import { overdueResponse } from './overdue-response.ts';

test('the response to a ping equals the response of the envelope, for any texts', () => {
  const text = fc.string({ unit: 'binary' });
  const events = fc.record({
    number: fc.nat(),
    type: fc.constantFrom(...PING_TYPES),
    at: fc.nat(),
    durationMs: fc.option(fc.integer({ min: 0, max: 10 ** 12 })),
    runID: text,
    warnings: fc.array(text, { maxLength: 3 }),
    happenedAt: fc.constant(0),
  });
  fc.assert(
    fc.property(text, events, (pingID, event) => {
      const { number, type, durationMs, runID, warnings } = event;
      expect(overdueResponse({ pingID, status: 'up', event, isNew: false })).toBe(
        successBody({
          monitor: { pingID, status: 'up' },
          event: { number, type, duration: (durationMs ?? 0) / 1000, runID, warnings },
        }),
      );
    }),
  );
});
