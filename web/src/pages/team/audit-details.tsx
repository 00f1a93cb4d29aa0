import type { AuditEntry } from '@overdue/sdk';
import { fieldName } from '../../monitor/field-names.ts';
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
          {NAMES[name] ?? fieldName(name)}{' '}
          <span className="text-ink">{writeDetail(name === 'changed' ? fieldNames(value) : value)}</span>
        </li>
      ))}
    </ul>
  );
}

function fieldNames(names: Detail): Detail {
  return Array.isArray(names) ? names.map((name) => fieldName(String(name))) : names;
}

function writeDetail(value: Detail): string {
  const { yes, no, nothing } = words.audit;
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? yes : no;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
