import { useQuery } from '@tanstack/react-query';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { codeLoader } from './page-code.ts';
import { switchTeam } from './teams/switch-team.ts';
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

/** Buttons that switch to another team of the user and load the same page again. Renders nothing for users with one team. */
function OtherTeams() {
  const { data: account } = useQuery(accountQuery);
  const others = account?.teams.filter(({ teamID }) => teamID !== account.team?.teamID) ?? [];
  if (others.length === 0) return null;
  return (
    <div className="flex flex-col items-center gap-2 pt-3">
      <p className="text-soft">{words.maybeInOtherTeam}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {others.map(({ teamID, name }) => (
          <Button
            key={teamID}
            needsService
            onClick={() => void switchTeam(teamID, { next: window.location.href })}
            className="max-w-full"
          >
            <span className="truncate">{words.lookIn(name)}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
