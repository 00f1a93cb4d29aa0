import type { AuditEntry } from '@overdue/sdk';
import { Tag } from '../../ui/tag.tsx';
import { words } from './words.ts';

const { audit: text } = words;

export function AuditActor({ actor: { kind, name, email, token } }: { readonly actor: AuditEntry['actor'] }) {
  const fallback = kind === 'system' ? text.system : text.visitor;
  return (
    <span className="flex flex-wrap items-center gap-x-2 lg:flex-nowrap" title={email}>
      <span className="font-medium md:whitespace-nowrap">{name || email || fallback}</span>
      {token === null ? null : <Tag>{text.byToken(token)}</Tag>}
    </span>
  );
}
