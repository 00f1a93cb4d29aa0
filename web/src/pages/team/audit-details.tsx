import type { AuditEntry } from '@overdue/sdk';
import { words } from './words.ts';

const NAMES: Readonly<Record<string, string>> = words.audit.details;

type Detail = AuditEntry['details'][string];

export function AuditDetails({ entry: { details, target } }: { readonly entry: AuditEntry }) {
  const entries = Object.entries(details).filter(([, value]) => value !== target?.name);
  if (entries.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-soft lg:min-w-50">
      {entries.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {NAMES[name] ?? name} <span className="text-ink">{writeDetail(value)}</span>
        </li>
      ))}
    </ul>
  );
}

function writeDetail(value: Detail): string {
  const { yes, no, nothing } = words.audit;
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? yes : no;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
