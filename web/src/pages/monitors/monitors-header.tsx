import type { ReactNode } from 'react';
import type { MonitorListData } from '../../data/live/monitor-list.ts';
import { toggled } from '../../data/monitors/monitor-view.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusCounts } from './status-counts.tsx';
import type { MonitorsViewState } from './use-monitors-view.ts';
import { words } from './words.ts';

interface MonitorsHeaderProps {
  readonly list: MonitorListData;
  readonly state: MonitorsViewState;
  readonly create: ReactNode;
}

export function MonitorsHeader({ list, state, create }: MonitorsHeaderProps) {
  const { search, listing, isBeside } = state;
  const { used, allowance, remaining } = list.usage.monitors;
  const counts = (
    <StatusCounts
      counts={listing.counts}
      selected={search.view.statuses}
      onToggle={(status) => search.changeView({ statuses: toggled(search.view.statuses, status) })}
    />
  );
  const usage = (
    <span
      title={words.usageHint(remaining)}
      // On phones, the allowance is hidden until it is used up.
      className={`numeric shrink-0 text-table ${remaining === 0 ? 'font-medium text-failing' : 'text-soft max-md:hidden'}`}
    >
      {words.usage(used, allowance)}
    </span>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        summary={isBeside ? counts : null}
        actions={
          <>
            {isBeside ? usage : null}
            {create}
          </>
        }
      />
      {isBeside ? null : (
        <div className="-ml-2 -mt-2 flex items-center justify-between gap-2 pb-2 max-md:-ml-0.5">
          {counts}
          {usage}
        </div>
      )}
    </>
  );
}
