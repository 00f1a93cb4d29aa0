import type { Share } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { projectsQuery, sharesQuery } from '../../data/team/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { IntroTable } from '../../ui/intro-table.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { words } from './sharing-words.ts';

export function Sharing({ projectShortID }: { readonly projectShortID?: string }) {
  const { data: all, error, refetch } = useQuery(sharesQuery);
  const mayChange = useHasRole('member');
  const [opened, setOpened] = useState<Share | 'new' | null>(null);
  if (error !== null && all === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (all === undefined) return <TableSkeleton />;
  const shares = all.filter(
    ({ scope }) =>
      projectShortID === undefined || (scope.kind === 'project' && scope.projectShortID === projectShortID),
  );
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setOpened('new')}>
      <Icon name="share" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <>
      <IntroTable icon="share" words={words} add={add} isEmpty={shares.length === 0}>
        <ShareTable shares={shares} mayChange={mayChange} onEdit={setOpened} />
      </IntroTable>
      {opened === null ? null : (
        <ShareDialog
          share={opened === 'new' ? null : opened}
          projectShortID={projectShortID}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

interface ShareTableProps {
  readonly shares: readonly Share[];
  readonly mayChange: boolean;
  readonly onEdit: (share: Share) => void;
}

function ShareTable({ shares, mayChange, onEdit }: ShareTableProps) {
  const [revoking, setRevoking] = useState<Share | null>(null);
  const columns: readonly Column<Share>[] = [
    {
      key: 'title',
      title: words.columns.title,
      isUnlabelled: true,
      cell: (share) => (
        <a
          href={share.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 font-medium hover:text-accent hover:underline"
        >
          {share.kind === 'badge' ? (
            <img src={share.url} alt={share.title} className="h-5 max-w-none" />
          ) : (
            share.title
          )}
          <Icon name="external" className="size-3.5 text-soft" />
        </a>
      ),
    },
    {
      key: 'kind',
      title: words.columns.kind,
      isUnlabelled: true,
      cell: ({ kind }) => <span className="whitespace-nowrap">{words.kinds[kind]}</span>,
    },
    { key: 'scope', title: words.columns.scope, isWide: true, cell: ({ scope }) => <Scope scope={scope} /> },
    {
      key: 'by',
      title: words.columns.by,
      cell: ({ createdBy }) => <span className="text-soft">{createdBy}</span>,
    },
    {
      key: 'actions',
      title: words.columns.actions,
      isTitleHidden: true,
      align: 'right',
      cell: (share) => (
        <span className="flex justify-end">
          <CopyButton bare text={textToCopy(share)} label={`${words.copy}: ${share.title}`} />
          {mayChange ? (
            <>
              <IconButton label={words.edit(share.title)} onClick={() => onEdit(share)}>
                <Icon name="edit" />
              </IconButton>
              <IconButton label={words.revoke(share.title)} onClick={() => setRevoking(share)}>
                <Icon name="trash" />
              </IconButton>
            </>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <>
      <Table label={words.add} columns={columns} rows={shares} rowKey={({ shareID }) => shareID} />
      <Revoke share={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

/** Returns the text to copy: Markdown for a badge, the URL for other shares. */
function textToCopy({ kind, title, url }: Share): string {
  return kind === 'badge' ? `![${title.replaceAll(/[[\]]/g, '')}](${url})` : url;
}

function Scope({ scope }: { readonly scope: Share['scope'] }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: list } = useQuery(monitorsQuery);
  switch (scope.kind) {
    case 'team':
      return words.scopes.team;
    case 'project':
      return words.ofProject(
        projects.find(({ shortID }) => shortID === scope.projectShortID)?.name ?? scope.projectShortID,
      );
    case 'tag':
      return words.ofTag(scope.tag);
    case 'monitor':
      return words.ofMonitor(
        list?.monitors.find(({ shortID }) => shortID === scope.shortID)?.name ?? scope.shortID,
      );
  }
}

function Revoke({ share, onClose }: { readonly share: Share | null; readonly onClose: () => void }) {
  const cache = useQueryClient();
  const toast = useToast();
  async function revoke(): Promise<void> {
    if (share === null) return;
    try {
      await api.shares.revoke(share.shareID);
      toast({ title: words.revoked(share.title) });
      await cache.invalidateQueries({ queryKey: sharesQuery.queryKey });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }
  return (
    <Confirm
      open={share !== null}
      title={words.revokeTitle(share?.title ?? '')}
      action={words.revokeAction}
      onConfirm={revoke}
      onClose={onClose}
    >
      {words.revokeText}
    </Confirm>
  );
}
