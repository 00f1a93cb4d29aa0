import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tryParseJSON } from '../../platform/http/try-parse-json.ts';
import { type CheckInText, parseCheckIn, readConfig } from './sentry-check-in.ts';
import { isJSONObject } from './sentry-json.ts';

const CONFIG = '{"schedule":{"type":"crontab","value":"0 2 * * *"},"max_runtime":5}';

/** Parses the whole text in one step. The result must equal the result of parsing the `monitor_config` separately. */
function parseWhole(text: string) {
  const json = tryParseJSON(text);
  if (json === undefined) return null;
  const config = readConfig(isJSONObject(json) ? json.monitor_config : undefined);
  return { json: withoutConfig(json), config };
}

function parse(text: string) {
  try {
    const { json, config }: CheckInText = parseCheckIn(text);
    return { json: withoutConfig(json), config };
  } catch {
    return null;
  }
}

function withoutConfig(json: unknown): unknown {
  return isJSONObject(json) ? { ...json, monitor_config: null } : json;
}

describe('check-ins as text', () => {
  test.each([
    `{"monitor_config":${CONFIG},"status":"ok"}`,
    `{ "status": "ok", "monitor_config" : ${CONFIG} }`,
    `{"monitor_config":{"schedule":{"type":"crontab","value":"} {"}},"status":"ok"}`,
    `{"monitor_config":{"schedule":{"type":"crontab","value":"\\"}"}}}`,
    `{"monitor_config":null,"contexts":${CONFIG}}`,
    `{"contexts":{"monitor_config":${CONFIG}}}`,
    `{"monitor\\u005fconfig":null,"contexts":{"monitor_config":${CONFIG}}}`,
    `{"monitor_config":${CONFIG},"monitor_config":null}`,
    `{"monitor_config":null,"monitor_config":${CONFIG}}`,
    `{"release":"monitor_config","monitor_config":${CONFIG}}`,
    `{"monitor_config":${CONFIG}}`,
    `[{"monitor_config":${CONFIG}}]`,
    `{"monitor_config":${CONFIG}e5}`,
    `{"monitor_config":${CONFIG}`,
    `{"monitor_config":{"schedule":}}`,
    `{"monitor_config":\u00a0${CONFIG}}`,
    `{"monitor_config":{"schedule":{"type":"crontab","value":"ä"},"timezone":"${'x'.repeat(2000)}"}}`,
    '{"monitor_config":{}}',
    '{"monitor_config"',
    '{"monitor_config":{"',
    '"monitor_config":{}',
    'null',
  ])('a check-in means the same as its whole text: %s', (text) => {
    for (const [, again] of [parse(text), parse(text)].entries()) expect(again).toEqual(parseWhole(text));
  });

  test('a check-in means the same as its whole text for any content', () => {
    const part = fc.constantFrom(
      ...['"monitor_config"', ':', CONFIG, '{', '}', ',', '"a"', 'null', '0', '\\', '"', ' ', '[', ']', 'e5'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = `{${parts.join('')}}`;
        expect(parse(text)).toEqual(parseWhole(text));
      }),
      { numRuns: 2000 },
    );
  });
});

test('check-ins with equal settings share one settings object, which makes comparisons fast', () => {
  const settings = (id: string) => parseCheckIn(`{"check_in_id":"${id}","monitor_config":${CONFIG}}`).config;
  expect(settings('1')).toBe(settings('2'));
  expect(settings('1').config).not.toBeNull();
});
