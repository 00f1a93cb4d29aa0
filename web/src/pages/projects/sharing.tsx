import type { Share } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { sharesQuery } from '../../data/team/shares.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IntroTable } from '../../ui/intro-table.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { ShareTable } from './share-table.tsx';
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
