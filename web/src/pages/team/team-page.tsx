import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { AuditTab } from './audit-tab.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTab } from './members-tab.tsx';
import { Roles } from './roles.tsx';
import { TeamSettingsTab } from './settings-tab.tsx';
import { UsageTab } from './usage-tab.tsx';
import { words } from './words.ts';

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
