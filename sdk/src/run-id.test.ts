import { expect, test } from 'vitest';
import { newRunID } from './run-id.ts';

test('a run ID is a random UUID', () => {
  const ids = Array.from({ length: 100 }, newRunID);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
