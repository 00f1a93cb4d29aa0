import type { ProjectKey } from '@overdue/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/client.ts';
import { projectKeysQuery } from '../../data/team/project-keys.ts';
import { Expires } from '../../expiry/expires.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './key-words.ts';

interface KeyTableProps {
  readonly keys: readonly ProjectKey[];
  readonly projectShortID: string;
  readonly mayChange: boolean;
}

export function KeyTable({ keys, projectShortID, mayChange }: KeyTableProps) {
  const [deleting, setDeleting] = useState<ProjectKey | null>(null);
  const cache = useQueryClient();
  const toast = useToast();
  async function remove(): Promise<void> {
    if (deleting === null) return;
    try {
      await api.projects.deleteKey(projectShortID, deleting.shortID);
      toast({ title: words.deleted(deleting.name) });
      await cache.invalidateQueries({ queryKey: projectKeysQuery(projectShortID).queryKey });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }
  const columns = mayChange ? [...COLUMNS, deletion(setDeleting)] : COLUMNS;
  return (
    <>
      <Table label={words.add} columns={columns} rows={keys} rowKey={({ shortID }) => shortID} />
      <Confirm
        open={deleting !== null}
        title={words.deleteTitle(deleting?.name ?? '')}
        action={words.delete}
        onConfirm={remove}
        onClose={() => setDeleting(null)}
      >
        {words.deleteText}
      </Confirm>
    </>
  );
}

const COLUMNS: readonly Column<ProjectKey>[] = [
  {
    key: 'name',
    title: words.columns.name,
    isWide: true,
    isUnlabelled: true,
    cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
  },
  {
    key: 'kind',
    title: words.columns.kind,
    cell: ({ kind }) => <Tag variant={kind === 'read_write' ? 'accent' : 'plain'}>{words.kinds[kind]}</Tag>,
  },
  {
    key: 'prefix',
    title: words.columns.prefix,
    cell: ({ prefix }) => <code className="font-mono">{prefix}…</code>,
  },
  {
    key: 'by',
    title: words.columns.by,
    cell: ({ createdBy }) => <span className="text-soft">{createdBy}</span>,
  },
  {
    key: 'created',
    title: words.columns.created,
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={createdAt} />
      </span>
    ),
  },
  {
    key: 'used',
    title: words.columns.used,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <span className="text-soft">–</span>
      ) : (
        <span className="whitespace-nowrap">
          <Moment at={lastUsedAt} show="distance" />
        </span>
      ),
  },
  {
    key: 'expires',
    title: words.columns.expires,
    cell: ({ expiresAt }) => <Expires at={expiresAt} />,
  },
];

function deletion(onDelete: (key: ProjectKey) => void): Column<ProjectKey> {
  return {
    key: 'actions',
    title: words.columns.actions,
    isTitleHidden: true,
    align: 'right',
    cell: (key) => (
      <IconButton label={words.deleteNamed(key.name)} onClick={() => onDelete(key)}>
        <Icon name="trash" />
      </IconButton>
    ),
  };
}
