import { tryParseJSON } from '../../platform/http/try-parse-json.ts';
import { type ConfigReading, readConfig, readConfigText } from './sentry-config.ts';
import { malformedEnvelopeError } from './sentry-envelope.ts';
import { isJSONObject } from './sentry-json.ts';

const CONFIG_NAME = '"monitor_config"';
/** Maximum characters of a `monitor_config` that is parsed separately from its check-in. Clients send about 150. */
const CONFIG_LENGTH_MAX = 1000;

/** JSON of a check-in, and its `monitor_config`. */
export interface CheckInText {
  readonly json: unknown;
  readonly config: ConfigReading;
}

/** Parses the JSON of a check-in. Throws an AppError if the text isn't JSON. */
export function parseCheckIn(text: string): CheckInText {
  const apart = parseApart(text);
  if (apart !== null) return apart;
  const json = tryParseJSON(text);
  if (json === undefined) throw malformedEnvelopeError('failed to deserialize check in');
  return { json, config: readConfig(isJSONObject(json) ? json.monitor_config : undefined) };
}

/**
 * Parses the `monitor_config` separately from its check-in. Clients repeat the same `monitor_config` in each check-in, so its
 * result is cached. Returns null if the place of the `monitor_config` in the text is uncertain, because the result could then
 * differ from parsing the whole text.
 */
function parseApart(text: string): CheckInText | null {
  const place = placeOfConfig(text);
  if (place === null) return null;
  const json = tryParseJSON(`${text.slice(0, place.start)}null${text.slice(place.end)}`);
  // The text `null` must have replaced the `monitor_config` of the check-in itself, not of an object within the check-in.
  if (!isJSONObject(json) || json.monitor_config !== null) return null;
  const config = readConfigText(text.slice(place.start, place.end));
  return config === null ? null : { json, config };
}

/**
 * Returns the place of an object named `monitor_config`; null if the place is uncertain. A text with escapes always returns null,
 * because only without escapes does each quotation mark begin or end a string.
 */
function placeOfConfig(text: string): { readonly start: number; readonly end: number } | null {
  const name = text.indexOf(CONFIG_NAME);
  if (name === -1 || text.includes('\\') || text.includes(CONFIG_NAME, name + 1)) return null;
  const afterName = name + CONFIG_NAME.length;
  const start = text.indexOf('{', afterName);
  if (start === -1 || text.slice(afterName, start).trim() !== ':') return null;
  const end = objectEnd(text, start);
  return end === null ? null : { start, end };
}

/** Returns the end of an object that contains no escapes; null if the object doesn't end within the maximum length. */
function objectEnd(text: string, start: number): number | null {
  const limit = Math.min(text.length, start + CONFIG_LENGTH_MAX);
  let depth = 0;
  for (let place = start; place < limit; place += 1) {
    const character = text[place];
    if (character === '"') {
      place = text.indexOf('"', place + 1);
      if (place === -1) return null;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return null;
}
