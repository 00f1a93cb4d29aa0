import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { words } from './words.ts';

export function NoMatch({ total, onClear }: { readonly total: number; readonly onClear?: () => void }) {
  return (
    <EmptyState
      icon="search"
      title={total === 0 ? words.noMatch.none : words.noMatch.title}
      action={onClear === undefined ? null : <Button onClick={onClear}>{words.noMatch.clear}</Button>}
    >
      {total === 0 ? words.noMatch.deleting : words.noMatch.hint(total)}
    </EmptyState>
  );
}
