import type { CreatedProjectKey } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { projectKeysQuery } from '../../data/team/project-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IntroTable } from '../../ui/intro-table.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { CreatedKey } from './created-key.tsx';
import { KeyTable } from './key-table.tsx';
import { words } from './key-words.ts';
import { NewKey } from './new-key.tsx';

export function Keys({ projectShortID }: { readonly projectShortID: string }) {
  const { data: keys, error, refetch } = useQuery(projectKeysQuery(projectShortID));
  const mayChange = useHasRole('member');
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedProjectKey>();
  if (error !== null && keys === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (keys === undefined) return <TableSkeleton />;
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <>
      {created === undefined ? null : <CreatedKey created={created} onDone={() => setCreated(undefined)} />}
      <IntroTable icon="key" words={words} add={add} isEmpty={keys.length === 0}>
        <KeyTable keys={keys} projectShortID={projectShortID} mayChange={mayChange} />
      </IntroTable>
      {isCreating ? (
        <NewKey projectShortID={projectShortID} onClose={() => setCreating(false)} onCreated={setCreated} />
      ) : null}
    </>
  );
}
