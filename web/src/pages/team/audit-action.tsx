import type { AuditEntry } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { words } from './words.ts';

const ACTIONS: Readonly<Record<string, string>> = words.audit.actions;
const LINK_CLASS = 'font-medium text-accent hover:underline';

/** Describes an action. Shows unknown actions by their API name. */
export function AuditAction({ entry: { action, target, details } }: { readonly entry: AuditEntry }) {
  if (action === 'member.remove' && details.left === true)
    return <span title={action}>{words.audit.leftTeam}</span>;
  return (
    <span className="wrap-anywhere" title={action}>
      {ACTIONS[action] ?? action}{' '}
      {target === null ? null : <Target target={target} isGone={action.endsWith('.delete')} />}
    </span>
  );
}

interface TargetProps {
  readonly target: NonNullable<AuditEntry['target']>;
  readonly isGone: boolean;
}

function Target({ target: { kind, id, name }, isGone }: TargetProps): ReactNode {
  // An invitation for anyone with the link has no email address to show as its name.
  const label =
    kind === 'invitation' && (name === '' || name === id) ? words.audit.anybody : name === '' ? id : name;
  if (isGone) return <span className="font-medium">{label}</span>;
  switch (kind) {
    case 'monitor':
      return (
        <Link to="/monitors/$shortID" params={{ shortID: id }} className={LINK_CLASS}>
          {label}
        </Link>
      );
    case 'channel':
      return (
        <Link to="/channels/$shortID" params={{ shortID: id }} className={LINK_CLASS}>
          {label}
        </Link>
      );
    case 'project':
      return (
        <Link to="/projects/$shortID" params={{ shortID: id }} className={LINK_CLASS}>
          {label}
        </Link>
      );
    case 'incident':
      return (
        <Link to="/incidents/$incidentID" params={{ incidentID: id }} className={LINK_CLASS}>
          {label}
        </Link>
      );
    default:
      return <span className="font-medium">{label}</span>;
  }
}
