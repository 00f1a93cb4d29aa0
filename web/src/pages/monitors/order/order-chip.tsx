import { Icon } from '../../../ui/icon.tsx';
import { words } from '../words.ts';

export function OrderChip({
  waiting,
  onRefresh,
}: {
  readonly waiting: number;
  readonly onRefresh: () => void;
}) {
  return (
    <div className="pointer-events-none sticky top-24 z-20 flex h-0 justify-center">
      <button
        type="button"
        onClick={onRefresh}
        className="pointer-events-auto mt-1 inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-panel px-3 text-xs text-soft shadow-raised hover:text-ink max-md:h-10"
      >
        <Icon name="refresh" className="size-3.5" />
        {waiting > 0 ? words.moreShown(waiting) : words.orderChanged}
      </button>
    </div>
  );
}
