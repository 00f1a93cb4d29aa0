import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { READABLE } from '../../platform/runtime/random.ts';
import { channelShortID, channelUUID, checkShortID, checkUUID, newUUID, uniqueKey } from './check-uuid.ts';

const SHORT_ID = 'k3v9x2mq7d';
const UUID = '803f680d-e89b-492b-82ef-2be7b774a92d';

const shortIDs = fc
  .array(fc.constantFrom(...READABLE), { minLength: 10, maxLength: 10 })
  .map((characters) => characters.join(''));

describe('the UUID of a check', () => {
  test('is the ping ID if the ping ID is a UUID, in any case and without dashes', () => {
    for (const pingID of [UUID, UUID.toUpperCase(), UUID.replaceAll('-', '')])
      expect(checkUUID({ pingID, shortID: SHORT_ID })).toBe(UUID);
  });

  test('leads back to the short ID if the ping ID is not a UUID', () => {
    fc.assert(
      fc.property(shortIDs, (shortID) => {
        for (const pingID of ['7Jk2mQ9xWcV4nB8sL0pZtR', 'nightly_backup'])
          expect(checkShortID(checkUUID({ pingID, shortID }))).toBe(shortID);
      }),
    );
  });

  test('each check has its own key for the UUID', () => {
    expect(uniqueKey(UUID)).toBe('124f983e0e3dcaeba921cfcef46efd084576e783');
    const [first, second] = ['k3v9x2mq7d', 'k3v9x2mq7e'].map((shortID) =>
      uniqueKey(checkUUID({ pingID: 'nightly_backup', shortID })),
    );
    expect(first).not.toBe(second);
  });
});

test('the UUID of a channel leads back to the channel, and to no check', () => {
  fc.assert(
    fc.property(shortIDs, (shortID) => {
      const uuid = channelUUID(shortID);
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8000-0{12}$/);
      expect(channelShortID(uuid)).toBe(shortID);
      expect(checkShortID(uuid)).toBeNull();
    }),
  );
  expect(channelShortID(UUID)).toBeNull();
});

test('a new UUID is of version 4', () => {
  const bytes = (length: number) => new Uint8Array(length).fill(255);
  expect(newUUID({ bytes })).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});
