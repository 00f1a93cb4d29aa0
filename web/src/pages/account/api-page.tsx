import type { CreatedToken } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { tokensQuery } from '../../data/account/tokens.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { NewToken } from './new-token.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenTable } from './token-table.tsx';
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
