import { PLAIN_PING } from '../../core/receive/action.ts';
import type { Dialect } from '../../core/receive/dialect.ts';
import { plainRefusal, plainResponse } from '../../core/receive/plain-text.ts';

/** Tokens of snitches. No page of the application has such a path. */
const SNITCH = /^\/([0-9a-f]{10})\/?$/;

/** Check-ins of Dead Man's Snitch: `/{token}` with `m`, a message, and `s`, an exit status. The token is the ping ID. */
export const deadMansSnitch: Dialect = {
  name: 'dead-mans-snitch',
  claimsPath: (path) => SNITCH.test(path),
  read({ path, fields }) {
    const token = SNITCH.exec(path)?.[1];
    return token === undefined
      ? null
      : { kind: 'ping', address: { by: 'id', normalizedPingID: token }, path: PLAIN_PING, fields };
  },
  writeRecorded: () => plainResponse(200, 'Got it, thanks!'),
  writeRefused: plainRefusal,
};
