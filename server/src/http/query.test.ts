import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryReader } from './query.ts';

test('reads what URLSearchParams reads', () => {
  const piece = fc.constantFrom('rid', 'duration', 'r', '=', '&', '?', '%41', '%', '+', 'é', '1.5', '');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const query = pieces.join('');
      const value = queryReader(query);
      const parameters = new URLSearchParams(`?${query}`);
      for (const name of ['rid', 'duration']) expect(value(name)).toBe(parameters.get(name));
    }),
    { numRuns: 2000 },
  );
});
