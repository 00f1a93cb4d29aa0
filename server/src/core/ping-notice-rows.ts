import { PING_NOTICE_KINDS, type PingNotice } from '@overdue/domain/ping/ping-notice.ts';
import { requireOneOf } from '../database/rows.ts';

export function parsePingNotices(json: string | null): readonly PingNotice[] {
  if (json === null) return [];
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) throw new Error(`The database holds ${json} as notices, which is not a list.`);
  return list.map(parsePingNotice);
}

function parsePingNotice(value: unknown): PingNotice {
  const fields = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const text = (name: string) => {
    const field = fields.get(name);
    if (typeof field === 'string') return field;
    throw new Error(`The database holds a notice without ${name}.`);
  };
  const number = (name: string) => {
    const field = fields.get(name);
    if (typeof field === 'number') return field;
    throw new Error(`The database holds a notice without ${name}.`);
  };
  return {
    kind: requireOneOf(PING_NOTICE_KINDS, text('kind'), 'monitor_states.ping_notices'),
    message: text('message'),
    count: number('count'),
    firstAt: number('firstAt'),
    lastAt: number('lastAt'),
    remoteAddress: text('remoteAddress'),
  };
}

/** Returns null without notices, to keep most rows small. */
export function pingNoticesJSON(notices: readonly PingNotice[]): string | null {
  return notices.length === 0 ? null : JSON.stringify(notices);
}
