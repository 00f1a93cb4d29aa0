import { Skeleton } from '../../../ui/states.tsx';

export function FormSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,360px)]">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-26 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-120 rounded-lg" />
      </div>
      <Skeleton className="h-105 rounded-lg max-lg:hidden" />
    </div>
  );
}
