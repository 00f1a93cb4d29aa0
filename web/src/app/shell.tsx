import type { Account } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { useLive } from '../data/live/live.ts';
import { useUnreachable } from '../offline/offline.ts';
import { classNames } from '../ui/class-names.ts';
import { Notice } from '../ui/states.tsx';
import { Offline } from '../ui/window/offline.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Reauthentication } from './confirmation/confirmation.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { KeyboardLayer } from './keyboard/keyboard-layer.tsx';
import { Merging } from './merging/merging.tsx';
import { OpenCountInTab } from './open-count.tsx';
import { SideBar } from './side-bar.tsx';
import { useRememberedToast } from './toast-after-reload.ts';
import { words } from './words.ts';

// Loaded on demand, because few people see these pages.
const NoTeam = lazy(async () => ({ default: (await import('./teams/no-team.tsx')).NoTeam }));
const TwoFactorNeeded = lazy(async () => ({
  default: (await import('./teams/two-factor-needed.tsx')).TwoFactorNeeded,
}));

/** Matches the pages of an account that need no team. */
const OF_ACCOUNT = /^\/account(?:\/email\/[^/]+)?\/?$/;
/** Matches pages that use the whole width of wide screens. On other pages, the lines would become too long. */
const USES_WIDTH =
  /^\/(?:monitors(?:\/(?!new$)[^/]+)?|incidents(?:\/[^/]+)?|timeline|on-call|days|team|channels(?:\/(?!new$)[^/]+)?)\/?$/;

export function Shell() {
  const { data: account } = useSuspenseQuery(accountQuery);
  useRememberedToast();
  return (
    <Offline value={useUnreachable()}>
      <Suspense fallback={null}>
        <Layout account={account} />
      </Suspense>
      <Reauthentication />
      <Merging />
    </Offline>
  );
}

/**
 * Layout of all pages. Users without a team, and users who lack the second factor that their team requires, see only the pages of
 * their account. The account page stays mounted when the user turns on the second factor, so that the setup dialog can still show
 * the backup codes.
 */
function Layout({ account }: { readonly account: Account }) {
  const isLocked = account.needsTwoFactor || account.team === null;
  const isAccount = useLocation({ select: ({ pathname }) => OF_ACCOUNT.test(pathname) });
  const isWide = useLocation({ select: ({ pathname }) => USES_WIDTH.test(pathname) });
  if (isLocked && !isAccount)
    return account.team === null ? <NoTeam /> : <TwoFactorNeeded account={account} />;
  return (
    <div className="flex min-h-dvh">
      {isLocked ? null : <BesidePage />}
      <div className="flex min-w-0 flex-1 flex-col max-md:pb-16">
        {isLocked ? null : <ConnectionNotice />}
        <main
          id="content"
          tabIndex={-1}
          className={classNames(
            'mx-auto w-full max-w-360 flex-1 px-6 py-5 outline-none max-md:px-4 max-md:py-4',
            isWide && '2xl:max-w-none',
          )}
        >
          {isLocked ? <LockNotice account={account} /> : null}
          <Outlet />
        </main>
      </div>
      {isLocked ? null : <BottomBar />}
    </div>
  );
}

function LockNotice({ account: { team } }: { readonly account: Account }) {
  return (
    <div className="sticky top-2 z-20 pb-4">
      {team === null ? (
        <Notice>
          {words.noTeam}.{' '}
          <Link to="/" className="link">
            {words.back}
          </Link>
        </Notice>
      ) : (
        <Notice kind="warning">{words.turnOnTwoFactor(team.name)}</Notice>
      )}
    </div>
  );
}

function BesidePage() {
  useLive();
  return (
    <>
      {/* Mounted first, so that the page's shortcuts take precedence. */}
      <KeyboardLayer />
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-panel px-3 py-2 focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        {words.skip}
      </a>
      <SideBar />
      <OpenCountInTab />
    </>
  );
}
