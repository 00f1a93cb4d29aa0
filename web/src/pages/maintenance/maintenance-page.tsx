import type { MaintenanceWindow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { maintenanceQuery } from '../../data/alerts/maintenance.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { WindowDialog } from './window-dialog.tsx';
import { WindowTable } from './window-table.tsx';
import { words } from './words.ts';

export function MaintenancePage() {
  const { data: windows, error, refetch } = useQuery(maintenanceQuery);
  const mayChange = useHasRole('member');
  const [opened, setOpened] = useState<MaintenanceWindow | 'new' | null>(null);
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setOpened('new')}>
      <Icon name="plus" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={words.title} actions={windows?.length === 0 ? undefined : add} />
      <p className="max-w-180 pb-4 text-soft">{words.intro}</p>
      <Panel flush>
        {error !== null && windows === undefined ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : null}
        {windows === undefined && error === null ? <TableSkeleton bare /> : null}
        {windows?.length === 0 ? (
          <EmptyState icon="maintenance" title={words.empty.title} action={add}>
            {words.empty.text}
          </EmptyState>
        ) : null}
        {windows === undefined || windows.length === 0 ? null : (
          <WindowTable windows={windows} mayChange={mayChange} onEdit={setOpened} />
        )}
      </Panel>
      {opened === null ? null : (
        <WindowDialog window={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
