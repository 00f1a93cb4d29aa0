import type { AuditEntry } from '@overdue/sdk';
import { fieldName } from '../../fields/field-names.ts';
import { formatExactTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import { words } from './words.ts';

const NAMES: Readonly<Record<string, string>> = words.audit.details;

type Details = AuditEntry['details'];

export function AuditDetails({ entry: { details, target } }: { readonly entry: AuditEntry }) {
  // An invitation without an address is for anyone with the link, as its target says.
  const entries = Object.entries(withLabels(details)).filter(
    ([name, value]) => name !== 'email' || (value !== null && value !== target?.name),
  );
  if (entries.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-soft lg:min-w-50">
      {entries.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {NAMES[name] ?? fieldName(name)} <span className="text-ink">{writeDetail(name, value)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Replaces the names of changed fields by their labels. Leaves out fields whose new value is another detail. */
function withLabels({ changed, left: _, ...others }: Details): Details {
  if (!Array.isArray(changed)) return changed === undefined ? others : { changed, ...others };
  const names = changed.map(String).filter((name) => !(name in others));
  return names.length === 0 ? others : { changed: names.map(fieldName), ...others };
}

function isScope(value: Details[string]): value is keyof typeof words.tokens.scopes {
  return typeof value === 'string' && Object.hasOwn(words.tokens.scopes, value);
}

function writeDetail(name: string, value: Details[string]): string {
  const { yes, no, nothing, never } = words.audit;
  if (name === 'expiresAt')
    return typeof value === 'string' ? formatExactTime(Date.parse(value), ownZone()) : never;
  if ((name === 'scope' || name === 'askedScope') && isScope(value)) return words.tokens.scopes[value];
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? yes : no;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
