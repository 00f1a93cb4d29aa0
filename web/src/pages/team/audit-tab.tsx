import type { AuditEntry } from '@overdue/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AuditFilter, auditQuery } from '../../data/team/audit.ts';
import { membersQuery } from '../../data/team/members.ts';
import { fieldName } from '../../fields/field-names.ts';
import { formatExactTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { type Option, Select } from '../../ui/form/select.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { words } from './words.ts';

const { audit: text } = words;

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    title: text.columns.at,
    isUnlabelled: true,
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        <Moment at={at} />
      </span>
    ),
  },
  {
    key: 'actor',
    title: text.columns.actor,
    isUnlabelled: true,
    cell: ({ actor }) => <AuditActor actor={actor} />,
  },
  { key: 'action', title: text.columns.action, isWide: true, cell: (entry) => <AuditAction entry={entry} /> },
  {
    key: 'details',
    title: text.columns.details,
    cell: (entry) => (Object.keys(entry.details).length === 0 ? null : <AuditDetails entry={entry} />),
  },
  {
    key: 'from',
    title: text.columns.from,
    align: 'right',
    cell: ({ remoteAddress }) => <span className="numeric whitespace-nowrap text-soft">{remoteAddress}</span>,
  },
];

export function AuditTab({ filter }: { readonly filter: AuditFilter }) {
  const log = useInfiniteQuery(auditQuery(filter));
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <div className="flex flex-col gap-4">
      <AuditFilters filter={filter} />
      <Panel flush>
        {entries === undefined ? (
          log.error === null ? (
            <TableSkeleton bare />
          ) : (
            <ErrorState error={log.error} onRetry={() => void log.refetch()} />
          )
        ) : entries.length === 0 ? (
          <EmptyState
            icon="search"
            title={text.emptyTitle}
            action={
              <Link to="/team" search={{ tab: 'audit' }} className={buttonClass()}>
                {text.clear}
              </Link>
            }
          >
            {text.emptyText}
          </EmptyState>
        ) : (
          <Table
            label={text.label}
            columns={COLUMNS}
            rows={entries}
            rowKey={({ entryID }) => String(entryID)}
          />
        )}
      </Panel>
      {entries === undefined || entries.length === 0 ? null : log.hasNextPage ? (
        <div className="flex justify-center">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      ) : (
        <p className="text-center text-table text-soft">{text.end}</p>
      )}
    </div>
  );
}

const ACTIONS: Readonly<Record<string, string>> = words.audit.actions;
const LINK_CLASS = 'font-medium text-accent hover:underline';

/** Describes an action. Shows unknown actions by their API name. */
function AuditAction({ entry: { action, target, details } }: { readonly entry: AuditEntry }) {
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

function AuditActor({ actor: { kind, name, email, token } }: { readonly actor: AuditEntry['actor'] }) {
  const fallback = kind === 'system' ? text.system : text.visitor;
  return (
    <span className="flex flex-wrap items-center gap-x-2 lg:flex-nowrap" title={email}>
      <span className="font-medium md:whitespace-nowrap">{name || email || fallback}</span>
      {token === null ? null : <Tag>{text.byToken(token)}</Tag>}
    </span>
  );
}

const NAMES: Readonly<Record<string, string>> = words.audit.details;

type Details = AuditEntry['details'];

function AuditDetails({ entry: { details, target } }: { readonly entry: AuditEntry }) {
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

const ALL = '';

function AuditFilters({ filter: { actor, action } }: { readonly filter: AuditFilter }) {
  const { data: members = [] } = useQuery(membersQuery);
  const navigate = useNavigate();
  const show = (filter: Partial<AuditFilter>) =>
    void navigate({
      to: '/team',
      search: (before) => ({ ...before, tab: 'audit', ...filter }),
      replace: true,
    });

  const people: readonly Option<string>[] = members.map(({ name, email }) => ({
    value: email,
    label: name === '' ? email : name,
  }));
  const kinds: readonly Option<string>[] = Object.entries(text.kinds).map(([value, label]) => ({
    value,
    label,
  }));
  return (
    <div className="grid grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap">
      <Select
        label={text.actor}
        className="w-full! sm:w-52!"
        value={actor ?? ALL}
        options={[{ value: ALL, label: text.everybody }, ...withCurrent(people, actor)]}
        onChange={(value) => show({ actor: value === ALL ? undefined : value })}
      />
      <Select
        label={text.action}
        className="w-full! sm:w-52!"
        value={action ?? ALL}
        options={[{ value: ALL, label: text.everything }, ...withCurrent(kinds, action)]}
        onChange={(value) => show({ action: value === ALL ? undefined : value })}
      />
      <p className="col-span-2 text-table text-soft">{text.intro}</p>
    </div>
  );
}

/** Adds the value from the URL if no option has this value, for example a former member or a single action. */
function withCurrent(
  options: readonly Option<string>[],
  current: string | undefined,
): readonly Option<string>[] {
  const isKnown = current === undefined || options.some(({ value }) => value === current);
  return isKnown ? options : [...options, { value: current, label: current }];
}
