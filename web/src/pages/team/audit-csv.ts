import type { AuditEntry } from '@overdue/sdk';

const COLUMNS: readonly (readonly [title: string, value: (entry: AuditEntry) => string | number | null])[] = [
  ['time', ({ at }) => at],
  ['actor', ({ actor }) => actor.name],
  ['email', ({ actor }) => actor.email],
  ['token', ({ actor }) => actor.token],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target?.name ?? null],
  ['targetID', ({ target }) => target?.id ?? null],
  ['details', ({ details }) => (Object.keys(details).length === 0 ? null : JSON.stringify(details))],
  ['address', ({ remoteAddress }) => remoteAddress],
];

/** Writes entries of the audit log as CSV (RFC 4180). */
export function auditCSV(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => COLUMNS.map(([, value]) => field(String(value(entry) ?? ''))));
  return [COLUMNS.map(([title]) => title), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Writes a field. An apostrophe keeps spreadsheets from running a name as a formula. */
function field(text: string): string {
  const shown = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
