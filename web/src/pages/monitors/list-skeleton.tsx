import { Skeleton } from '../../ui/states.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

export function ListSkeleton() {
  return (
    <div className="rounded-lg border border-line bg-panel">
      <div className="h-9 border-b border-line" />
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-(--row-height) items-center gap-3 border-b border-line px-4 last:border-0 max-md:h-26"
        >
          <Skeleton className="size-3" />
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="ml-auto h-3.5 w-1/5" />
        </div>
      ))}
    </div>
  );
}
