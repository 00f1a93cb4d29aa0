import { parseWebURL } from '@overdue/domain/web-address.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCatalog } from '../../src/channels/settings/catalog.ts';
import { describeSettings, secretFields } from '../../src/channels/settings/settings-schema.ts';
import { CHANNEL_TYPES } from '../../src/channels/types/registry.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../src/platform/security/secret-box.ts';

const catalog = createCatalog({
  types: CHANNEL_TYPES,
  box: createSecretBox('a key of thirty-two characters..', systemRandom),
  request: () => Promise.reject(new Error('Nothing is sent here.')),
  mail: null,
  push: () => Promise.reject(new Error('No notification is expected.')),
  clock: { now: () => 0 },
  baseURL: 'https://overdue.example.com',
  log: { info() {}, error() {} },
});

const EXAMPLES = z.object({
  properties: z.record(z.string(), z.looseObject({ example: z.unknown() })),
});

const isAddress = (value: unknown) => typeof value === 'string' && parseWebURL(value) !== null;

/** Every type of channel, with the examples of its schema as settings. */
const KINDS = CHANNEL_TYPES.map(({ type, settings: schema }) => {
  const { properties } = EXAMPLES.parse(describeSettings(schema));
  const examples = Object.entries(properties)
    .filter(([name]) => name !== 'template')
    .map(([name, { example }]) => [name, example] as const);
  const secrets = [...secretFields(schema)];
  const addresses = examples.filter(([, value]) => isAddress(value)).map(([name]) => name);
  return { type, settings: Object.fromEntries(examples), secrets, addresses };
});
const ADDRESSED = KINDS.filter(({ addresses }) => addresses.length > 0);
/** Types whose settings include an address and a separate secret. */
const AT_RISK = ['alertmanager', 'apprise', 'gotify', 'matrix', 'ntfy', 'slack', 'webhook', 'zulip'];

function merge(type: string, settings: object, change: object) {
  const stored = catalog.parse(type, settings);
  if (!stored.ok)
    throw new Error(`The examples of ${type} are not valid: ${JSON.stringify(stored.problems)}`);
  return catalog.merge(
    { type, shortID: 'k3v9x2mq7d', settings: catalog.seal('k3v9x2mq7d', stored.settings) },
    change,
  );
}

describe('a channel with a new destination', () => {
  test.each(ADDRESSED)(
    '$type keeps no stored secret at another server',
    ({ type, settings, secrets, addresses }) => {
      for (const address of addresses) {
        const beside = secrets.filter((name) => name !== address);
        for (const origin of ['https://mine.example', 'http://127.0.0.1:8080']) {
          const result = merge(type, settings, { [address]: `${origin}/x` });
          if (result.ok) {
            for (const name of beside) expect(result.settings, name).not.toHaveProperty(name);
            continue;
          }
          // Webhooks of Slack are always at Slack. Any other address is refused, regardless of the stored settings.
          if (type === 'slack') continue;
          const named = result.problems.map(({ path }) => path);
          for (const name of beside) expect(named).toContain(`settings.${name}`);
          for (const name of beside)
            expect(JSON.stringify(result)).not.toContain(JSON.stringify(settings[name]));
        }
      }
    },
  );

  test.each(ADDRESSED)('$type keeps all secrets at the same server', ({ type, settings, addresses }) => {
    for (const address of addresses) {
      const moved = `${String(settings[address])}/moved`;
      expect(merge(type, settings, { [address]: moved })).toMatchObject({ ok: true });
    }
  });

  test('each type with a destination and a secret is tested', () => {
    const both = ADDRESSED.filter(({ secrets, addresses }) =>
      secrets.some((name) => !addresses.includes(name)),
    );
    expect(both.map(({ type }) => type)).toEqual(AT_RISK);
  });
});
