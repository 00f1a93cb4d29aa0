import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../words.ts';

interface OrderChipProps {
  /** Number of rows that are not shown yet. */
  readonly waiting: number;
  /** Whether the button floats over the list. Otherwise, the button is part of the list's header. */
  readonly isFloating: boolean;
  readonly onRefresh: () => void;
}

/** Button that updates the order of the list. */
export function OrderChip({ waiting, isFloating, onRefresh }: OrderChipProps) {
  const button = (
    <button
      type="button"
      onClick={onRefresh}
      className={classNames(
        'inline-flex min-w-0 items-center gap-1.5 rounded-full border border-line bg-panel text-xs text-soft hover:text-ink',
        isFloating ? 'pointer-events-auto mt-1 h-10 px-3 shadow-raised' : 'h-6 px-2',
      )}
    >
      <Icon name="refresh" className="size-3.5 shrink-0" />
      <span className="truncate">{waiting > 0 ? words.moreShown(waiting) : words.orderChanged}</span>
    </button>
  );
  if (!isFloating) return button;
  return <div className="pointer-events-none sticky top-24 z-20 flex h-0 justify-center">{button}</div>;
}
