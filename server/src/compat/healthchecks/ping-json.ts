import { isUUID } from '@overdue/domain/ping/uuid.ts';
import { writeTime } from '../../api/times.ts';
import type { EventRecord } from '../../database/records.ts';
import type { Version } from './check-json.ts';

export interface PingView {
  readonly baseURL: string;
  readonly version: Version;
  readonly uuid: string;
}

const TYPES: Readonly<Record<EventRecord['type'], string>> = {
  ping: 'success',
  end: 'success',
  start: 'start',
  fail: 'fail',
  log: 'log',
  ignored: 'ign',
};

/** Returns an event as Healthchecks writes a ping. */
export function writePing(event: EventRecord, { baseURL, version, uuid }: PingView) {
  const { number, type, at, durationMs, runID, request, bodySize } = event;
  const isEmail = request.method === 'EMAIL';
  return {
    type: TYPES[type],
    date: `${writeTime(at).slice(0, -1)}000+00:00`,
    n: number,
    scheme: isEmail ? 'email' : baseURL.startsWith('https:') ? 'https' : 'http',
    remote_addr: request.remoteAddress,
    method: isEmail ? '' : request.method,
    ua: request.userAgent,
    rid: isUUID(runID) ? runID : null,
    ...(durationMs === null ? {} : { duration: Math.round(durationMs / 10) / 100 }),
    body_url: bodySize === 0 ? null : `${baseURL}/api/v${version}/checks/${uuid}/pings/${number}/body`,
  };
}
