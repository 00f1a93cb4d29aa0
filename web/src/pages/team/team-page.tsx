import { ROLES } from '@overdue/domain/access/access.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { usageQuery } from '../../data/team/members.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { AuditTab } from './audit-tab.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTab } from './members-tab.tsx';
import { TeamSettingsTab } from './settings-tab.tsx';
import { words } from './words.ts';

const { usage: usageWords } = words;

const route = getRouteApi('/signed-in/shell/team');
type TabName = keyof typeof words.tabs;

export function TeamPage() {
  const { tab, actor, action, dialog } = route.useSearch();
  const { data: account } = useSuspenseQuery(accountQuery);
  const navigate = useNavigate();
  const mayAdminister = useHasRole('admin');
  const showDialog = (name: string | undefined) =>
    void navigate({ to: '/team', search: (before) => ({ ...before, dialog: name }), replace: true });
  const invite = () => showDialog('invite');

  const tabs: readonly Tab<TabName>[] = [
    {
      value: 'members',
      label: words.tabs.members,
      content: (
        <div className="flex flex-col gap-4">
          <MembersTab />
          <Roles />
        </div>
      ),
    },
    ...(mayAdminister
      ? [
          {
            value: 'invitations' as const,
            label: words.tabs.invitations,
            content: <InvitationsTab onInvite={invite} />,
          },
        ]
      : []),
    { value: 'settings', label: words.tabs.settings, content: <TeamSettingsTab /> },
    { value: 'usage', label: words.tabs.usage, content: <UsageTab /> },
    ...(mayAdminister
      ? [
          {
            value: 'audit' as const,
            label: words.tabs.audit,
            content: <AuditTab filter={{ actor, action }} />,
          },
        ]
      : []),
  ];
  const open = tabs.find(({ value }) => value === tab)?.value ?? 'members';
  return (
    <>
      <PageHeader
        title={words.title}
        summary={<span className="truncate text-soft">{account.team?.name}</span>}
        actions={
          mayAdminister ? (
            <Button variant="primary" onClick={invite}>
              <Icon name="plus" />
              {words.members.invite}
            </Button>
          ) : undefined
        }
      />
      <Tabs
        label={words.tabsLabel}
        value={open}
        onChange={(next) => void navigate({ to: '/team', search: { tab: next } })}
        tabs={tabs}
      />
      <InviteDialog open={mayAdminister && dialog === 'invite'} onClose={() => showDialog(undefined)} />
    </>
  );
}

/** Says what each role may do. */
function Roles() {
  return (
    <Panel title={words.members.rolesTitle}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {ROLES.map((role) => (
          <Fragment key={role}>
            <dt className="font-medium">{words.roles[role]}</dt>
            <dd className="text-soft">{words.roleHints[role]}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}

function UsageTab() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (usage === undefined)
    return error === null ? (
      <Skeleton className="h-32 w-full" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Figure label={usageWords.monitors} used={usage.monitors.used} allowance={usage.monitors.allowance} />
      <Figure label={usageWords.channels} used={usage.channels.used} allowance={usage.channels.allowance} />
      <Figure label={usageWords.members} used={usage.members} />
      <Figure label={usageWords.projects} used={usage.projects} />
    </dl>
  );
}

/** Used share of the allowance at which the bar begins to warn. */
const WARNING_SHARE = 0.9;

function Figure({
  label,
  used,
  allowance,
}: {
  readonly label: string;
  readonly used: number;
  readonly allowance?: number;
}) {
  const share = allowance === undefined || allowance === 0 ? 0 : Math.min(1, used / allowance);
  return (
    <div className="rounded-lg border border-line bg-panel p-4">
      <dt className="text-soft">{label}</dt>
      <dd className="numeric pt-1 text-display font-semibold">{used.toLocaleString('en')}</dd>
      {allowance === undefined ? null : (
        <>
          <dd aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
            <span
              className={`block h-full rounded-full ${share >= WARNING_SHARE ? 'bg-failing' : 'bg-accent'}`}
              style={{ width: `${100 * share}%` }}
            />
          </dd>
          <dd className="numeric flex flex-wrap justify-between gap-x-3 pt-1.5 text-table text-soft">
            <span>{usageWords.of(used.toLocaleString('en'), allowance.toLocaleString('en'))}</span>
            <span>{used < allowance ? usageWords.remaining(allowance - used) : usageWords.full}</span>
          </dd>
        </>
      )}
    </div>
  );
}
