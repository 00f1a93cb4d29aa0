import { PING_WARNING_KINDS, type PingWarning } from '../../domain/ping/ping-warning.ts';
import { requireOneOf } from '../rows.ts';

export function parsePingWarnings(json: string | null): readonly PingWarning[] {
  if (json === null) return [];
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) throw new Error(`The database holds ${json} as warnings, which is not a list.`);
  return list.map(parsePingWarning);
}

function parsePingWarning(value: unknown): PingWarning {
  const fields = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const text = (name: string) => {
    const field = fields.get(name);
    if (typeof field === 'string') return field;
    throw new Error(`The database holds a warning without ${name}.`);
  };
  const number = (name: string) => {
    const field = fields.get(name);
    if (typeof field === 'number') return field;
    throw new Error(`The database holds a warning without ${name}.`);
  };
  return {
    kind: requireOneOf(PING_WARNING_KINDS, text('kind'), 'monitor_states.ping_notices'),
    message: text('message'),
    count: number('count'),
    firstAt: number('firstAt'),
    lastAt: number('lastAt'),
    remoteAddress: text('remoteAddress'),
  };
}

/** Returns null without warnings, to keep most rows small. */
export function pingWarningsJSON(warnings: readonly PingWarning[]): string | null {
  return warnings.length === 0 ? null : JSON.stringify(warnings);
}
