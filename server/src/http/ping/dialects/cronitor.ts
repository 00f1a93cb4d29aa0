import { pingKey } from '../../../domain/ping/ping.ts';
import { pingTypeOf } from '../../../domain/ping/ping-word.ts';
import type { Dialect } from './dialect.ts';
import { plainRefusal, plainText } from './plain-text.ts';

/** Telemetry without an API key. No page of the application ends in one of these words. */
const KEYLESS = /^\/([\w-]{6,64})\/(run|complete|fail|ok)\/?$/;

/** Telemetry of Cronitor: `/{monitor key}/run`, `/complete`, `/fail` or `/ok`. The monitor key is the ping ID. */
export const cronitor: Dialect = {
  name: 'cronitor',
  claims: (path) => KEYLESS.test(path),
  read({ path, fields }) {
    const [, id = '', word = ''] = KEYLESS.exec(path) ?? [];
    const type = pingTypeOf(word);
    const key = pingKey(id);
    if (type === null || key === null) return null;
    return { kind: 'ping', target: { pingKey: key }, path: { type, exitStatus: null }, fields };
  },
  writeRecorded: () => plainText(200, 'OK'),
  writeRefused: plainRefusal,
};
