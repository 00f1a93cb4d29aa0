import { describe, expect, test } from 'vitest';
import { eachTest, type OpenDatabase } from './fixtures.ts';

export function describeKeyCheck(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('the check value of the key', () => {
    test('the first one stays, until the key is changed on purpose', async () => {
      const { store } = database;
      expect(await store.keyCheck()).toBeNull();
      expect(await store.keepKeyCheck('first')).toBe('first');
      expect(await store.keepKeyCheck('second')).toBe('first');
      await store.replaceKeyCheck('third');
      expect(await store.keyCheck()).toBe('third');
    });

    test('of nodes that start at once, all read the same one', async () => {
      const { store } = database;
      const kept = await Promise.all(['a', 'b', 'c', 'd'].map((sealed) => store.keepKeyCheck(sealed)));
      expect(new Set(kept).size).toBe(1);
      expect(await store.keyCheck()).toBe(kept[0]);
    });

    test('an empty database has nothing sealed', async () => {
      expect(await database.store.sealedSettings(10)).toEqual([]);
      expect(await database.store.sealedTOTPKeys(10)).toEqual([]);
    });
  });
}
