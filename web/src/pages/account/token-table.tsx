import type { Token } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { tokensQuery } from '../../data/account/tokens.ts';
import { api } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { Expires } from '../../expiry/expires.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as common } from '../../ui/words.ts';
import { words } from './words.ts';

const { api: text } = words;

const SCOPE_TAGS = { read: 'plain', write: 'accent', admin: 'warning' } as const;

export function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const [revoking, setRevoking] = useState<Token>();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: (token: Token) => api.tokens.revoke(token.id),
    async onSuccess() {
      toast({ title: text.revoked });
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    onError: (error) => toast({ kind: 'problem', title: messageOf(error) }),
  });
  return (
    <>
      <Table label={text.tableLabel} columns={columnsOf(setRevoking)} rows={tokens} rowKey={({ id }) => id} />
      <Confirm
        open={revoking !== undefined}
        title={text.revokeTitle(revoking?.name ?? '')}
        action={text.revoke}
        onClose={() => setRevoking(undefined)}
        onConfirm={async () => {
          if (revoking !== undefined) await revoke.mutateAsync(revoking).catch(() => undefined);
        }}
      >
        {text.revokeText}
      </Confirm>
    </>
  );
}

function columnsOf(onRevoke: (token: Token) => void): readonly Column<Token>[] {
  return [
    {
      key: 'name',
      title: text.columns.name,
      isWide: true,
      cell: (token) => (
        <span className="font-medium wrap-anywhere">
          {token.name}
          {token.projects.length === 0 ? null : (
            <span className="block font-normal text-soft">{text.ofProjects(token.projects.length)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'scope',
      title: text.columns.scope,
      cell: ({ scope }) => <Tag variant={SCOPE_TAGS[scope]}>{text.scopes[scope]}</Tag>,
    },
    {
      key: 'prefix',
      title: text.columns.prefix,
      cell: ({ prefix }) => <code className="font-mono">{prefix}…</code>,
    },
    { key: 'created', title: text.columns.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'used',
      title: text.columns.lastUsed,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <Faint>{common.never}</Faint> : <Time at={lastUsedAt} isDistance />,
    },
    { key: 'expires', title: text.columns.expires, cell: ({ expiresAt }) => <Expires at={expiresAt} /> },
    {
      key: 'actions',
      title: text.columns.actions,
      isTitleHidden: true,
      align: 'right',
      cell: (token) => (
        <Button variant="quiet" aria-label={text.revokeNamed(token.name)} onClick={() => onRevoke(token)}>
          {text.revoke}
        </Button>
      ),
    },
  ];
}

function Time({ at, isDistance }: { readonly at: string; readonly isDistance?: boolean }) {
  return (
    <span className="whitespace-nowrap">
      <Moment at={at} show={isDistance === true ? 'distance' : 'time'} />
    </span>
  );
}

function Faint({ children }: { readonly children: string }) {
  return <span className="text-soft">{children}</span>;
}
