import { describe, expect, test } from 'vitest';
import { eachTest, type OpenDatabase } from './fixtures.ts';

export function describeKeyCheck(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('the check value of the key', () => {
    test('the first check value stays, until the key is changed on purpose', async () => {
      const { store } = database;
      expect(await store.saveKeyCheck('first', { replaces: false })).toBe('first');
      expect(await store.saveKeyCheck('second', { replaces: false })).toBe('first');
      expect(await store.saveKeyCheck('third', { replaces: true })).toBe('third');
      expect(await store.findSealedTexts(1)).toMatchObject({ keyCheck: 'third' });
    });

    test('nodes that start together all read the same check value', async () => {
      const { store } = database;
      const kept = await Promise.all(
        ['a', 'b', 'c', 'd'].map((sealed) => store.saveKeyCheck(sealed, { replaces: false })),
      );
      expect(new Set(kept).size).toBe(1);
      expect(await store.findSealedTexts(1)).toMatchObject({ keyCheck: kept[0] });
    });

    test('an empty database has no sealed value', async () => {
      const nothing = { keyCheck: null, settings: [], totpKeys: [] };
      expect(await database.store.findSealedTexts(10)).toEqual(nothing);
    });
  });
}
