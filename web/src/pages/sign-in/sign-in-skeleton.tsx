import { Skeleton } from '../../ui/states.tsx';

export function SignInSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-9 h-10 w-full" />
    </div>
  );
}
