import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { pingTypeOf } from '@overdue/domain/ping/ping-word.ts';
import type { Dialect } from '../../core/receive/dialect.ts';
import { plainRefusal, plainResponse } from '../../core/receive/plain-text.ts';

/** Paths of Cronhub, except `/ping/{id}`, which is also our own ping URL. */
const CALL = /^\/(start|finish|fail)\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?$/i;

/** Pings of Cronhub: `/start/{id}`, `/finish/{id}` and `/fail/{id}`, where the ID is a UUID. */
export const cronhub: Dialect = {
  name: 'cronhub',
  claimsPath: (path) => CALL.test(path),
  read({ path, fields }) {
    const [, word = '', id = ''] = CALL.exec(path) ?? [];
    const type = pingTypeOf(word);
    const normalizedPingID = normalizePingID(id);
    if (type === null || normalizedPingID === null) return null;
    return {
      kind: 'ping',
      address: { by: 'id', normalizedPingID },
      path: { type, exitStatus: null },
      fields,
    };
  },
  writeRecorded: () => plainResponse(200, 'OK'),
  writeRefused: plainRefusal,
};
