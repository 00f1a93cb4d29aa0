import type { ReactNode } from 'react';
import type { useHistory } from '../../data/runs/use-history.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { words } from './words.ts';

interface HistoryPanelProps<Item> {
  readonly history: ReturnType<typeof useHistory<Item>>;
  readonly none: string;
  readonly noneHint: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function HistoryPanel<Item>({ history, none, noneHint, children }: HistoryPanelProps<Item>) {
  const { items, error } = history;
  if (items === undefined) {
    return error === null ? <Rows /> : <ErrorState error={error} onRetry={history.retry} />;
  }
  if (items.length === 0) {
    return (
      <Panel>
        <EmptyState icon="list" title={none}>
          {noneHint}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel flush>
      {children(items)}
      <LoadMore
        shown={items.length}
        hasMore={history.hasMore}
        isLoading={history.isLoadingMore}
        error={error}
        onLoad={history.loadMore}
      />
    </Panel>
  );
}

const ROWS = 8;

function Rows() {
  return (
    <div className="flex flex-col gap-px">
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity.
        <Skeleton key={index} className="h-(--row-height) w-full" />
      ))}
    </div>
  );
}

interface LoadMoreProps {
  readonly shown: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly onLoad: () => void;
}

function LoadMore({ shown, hasMore, isLoading, error, onLoad }: LoadMoreProps) {
  return (
    <div className="flex flex-col items-center gap-2 border-t border-line px-4 py-3">
      {error === null ? null : <Notice kind="problem">{messageOf(error)}</Notice>}
      {hasMore ? (
        <Button busy={isLoading} onClick={onLoad}>
          {words.loadMore}
        </Button>
      ) : null}
      <p className="numeric text-xs text-soft">{hasMore ? words.shown(shown) : words.all(shown)}</p>
    </div>
  );
}
