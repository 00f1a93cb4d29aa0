import type { CreatedToken, Token } from '@overdue/sdk';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery, tokensQuery, useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { Expires } from '../../expiry/expires.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as common } from '../../ui/words.ts';
import { AccountTabs } from './account-tabs.tsx';
import { isComplete, NEW_TOKEN, TOKEN_FIELDS, TokenFields, tokenInput } from './token-fields.tsx';
import { words } from './words.ts';

const { api: text } = words;

export function APIPage() {
  const tokens = useQuery(tokensQuery);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken>();
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {text.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <Link to="/device" className={buttonClass()}>
              <Icon name="key" />
              {text.logIn}
            </Link>
            <a href="/v1/docs" target="_blank" rel="noreferrer" className={buttonClass()}>
              <Icon name="book" />
              {text.reference}
            </a>
            {tokens.data?.length === 0 ? null : create}
          </>
        }
      />
      <AccountTabs />
      <p className="max-w-180 pb-4 text-soft">{text.intro}</p>
      {created === undefined ? null : <NewToken token={created} onDone={() => setCreated(undefined)} />}
      <Panel flush>
        {tokens.error !== null && tokens.data === undefined ? (
          <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />
        ) : tokens.data === undefined ? (
          <TableSkeleton bare />
        ) : tokens.data.length === 0 ? (
          <EmptyState icon="key" title={text.emptyTitle} action={create}>
            {text.emptyText}
          </EmptyState>
        ) : (
          <TokenTable tokens={tokens.data} />
        )}
      </Panel>
      <NewTokenDialog open={isCreating} onClose={() => setCreating(false)} onCreated={setCreated} />
    </>
  );
}

interface NewTokenDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCreated: (token: CreatedToken) => void;
}

function NewTokenDialog({ open, onClose, onCreated }: NewTokenDialogProps) {
  const mayWrite = useHasRole('member');
  const [draft, setDraft] = useState(NEW_TOKEN);
  const create = useMutation({
    mutationFn: () => api.tokens.create(tokenInput(draft, mayWrite)),
    async onSuccess(token) {
      onCreated(token);
      setDraft(NEW_TOKEN);
      onClose();
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  const problems = problemsOf(create.error, TOKEN_FIELDS);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={text.createTitle}
      action={text.submit}
      ready={isComplete(draft)}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <TokenFields value={draft} onChange={setDraft} problemOf={problems.of} autoFocus enabled={open} />
    </FormDialog>
  );
}

/** Shows a new token, which the service returns only once. */
function NewToken({ token, onDone }: { readonly token: CreatedToken; readonly onDone: () => void }) {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <NewSecret
      titleID="new-token"
      shownID={token.id}
      title={text.createdTitle}
      name={token.name}
      text={text.createdText}
      secret={token.token}
      copyLabel={text.copyToken}
      doneLabel={text.done}
      onDone={onDone}
    >
      <h3 className="pb-1.5 pt-4 font-medium">{text.tryIt}</h3>
      <CodeBlock
        label={text.tryIt}
        code={`curl -H 'Authorization: Bearer ${token.token}' ${account.service.baseURL}/v1/monitors/`}
      />
    </NewSecret>
  );
}

const SCOPE_TAGS = { read: 'plain', write: 'accent', admin: 'warning' } as const;

function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
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
