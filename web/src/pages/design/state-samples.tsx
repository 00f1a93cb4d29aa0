import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Notice, Skeleton, TableSkeleton } from '../../ui/states.tsx';
import { words } from './words.ts';

const { samples } = words;

export function StateSamples() {
  return (
    <div className="flex flex-col gap-3">
      <Notice>{samples.info}</Notice>
      <Notice kind="warning">{samples.warning}</Notice>
      <Notice kind="problem">{samples.problem}</Notice>
      <div className="grid grid-cols-3 gap-4 max-md:grid-cols-1">
        <EmptyState
          icon="channels"
          title={samples.empty}
          action={<Button variant="primary">{samples.emptyAction}</Button>}
        >
          {samples.emptyText}
        </EmptyState>
        <div className="flex flex-col gap-3 py-14">
          <Skeleton className="h-6 w-40" />
          <TableSkeleton />
        </div>
        <ErrorState error={new Error(samples.error)} onRetry={() => {}} />
      </div>
    </div>
  );
}
