import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { codeLoader } from './page-code.ts';
import { OtherTeams } from './teams/other-teams.tsx';
import { words } from './words.ts';

interface MissingProps {
  /** Title that says what was not found. Default: a page. */
  readonly title?: string;
  /** Link to continue with. Default: the list of monitors. */
  readonly action?: ReactNode;
}

export function Missing({ title, action }: MissingProps) {
  return (
    <EmptyState
      isPage
      icon="search"
      title={title ?? words.notFound}
      action={
        <>
          {action ?? (
            <Link to="/monitors" className={buttonClass('primary')}>
              {words.toMonitors}
            </Link>
          )}
          {title === undefined ? null : <OtherTeams />}
        </>
      }
    >
      {title === undefined ? words.notFoundAddress : words.notFoundHint}
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

/** Placeholder of a page whose code is loading. Without a connection, tells the user that the page is waiting. */
export function LoadingPage() {
  const isWaiting = useSyncExternalStore(codeLoader.subscribe, codeLoader.isWaiting);
  if (isWaiting)
    return (
      <div role="status">
        <EmptyState isPage icon="refresh" title={words.waiting}>
          {words.waitingHint}
        </EmptyState>
      </div>
    );
  return (
    <>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-6 h-64 w-full" />
    </>
  );
}
