import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { words } from './words.ts';

export function Missing() {
  return (
    <EmptyState
      isPage
      icon="search"
      title={words.notFound}
      action={
        <Link to="/monitors" className={buttonClass('primary')}>
          {words.toMonitors}
        </Link>
      }
    >
      {words.notFoundHint}
    </EmptyState>
  );
}

export function MissingPage() {
  return (
    <main>
      <Missing />
    </main>
  );
}

export function ProblemPage({ error }: ErrorComponentProps) {
  return (
    <main>
      <ErrorState
        isPage
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

export function LoadingPage() {
  return (
    <main className="p-6">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-6 h-64 w-full" />
    </main>
  );
}
