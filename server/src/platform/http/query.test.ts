import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuery } from './query.ts';

test('parameters are read as URLSearchParams reads them, except for parameters without a name', () => {
  const piece = fc.constantFrom('rid', 'duration', 'r', '=', '&', '?', '%41', '%', '+', 'é', '1.5', '');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const query = pieces.join('');
      const parameters = [...new URLSearchParams(`?${query}`)].filter(([name]) => name !== '');
      expect(readQuery(query)).toEqual(parameters.map(([name, value]) => ({ name, value })));
    }),
    { numRuns: 2000 },
  );
});
