import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Notice } from '../../ui/states.tsx';
import { words } from './words.ts';

interface LoadMoreProps {
  readonly shown: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly onLoad: () => void;
}

export function LoadMore({ shown, hasMore, isLoading, error, onLoad }: LoadMoreProps) {
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
