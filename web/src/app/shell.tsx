import type { Account } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { accountQuery } from '../data/account/account.ts';
import { useLive } from '../data/live.ts';
import { Notice } from '../ui/states.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Confirmation } from './confirmation/confirmation.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { KeyboardLayer } from './keyboard/keyboard-layer.tsx';
import { Merging } from './merging/merging.tsx';
import { SideBar } from './side-bar.tsx';
import { NoTeam } from './teams/no-team.tsx';
import { TwoFactorNeeded } from './teams/two-factor-needed.tsx';
import { words } from './words.ts';

/** Layout of the pages for signed-in people. */
export function Shell() {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <>
      {account.team === null ? <NoTeam /> : <TeamShell account={account} />}
      <Confirmation />
      <Merging />
    </>
  );
}

/**
 * Layout of a team's pages. A team that requires a second factor stays closed until the person has set one up. The
 * account page, where people set it up, stays open. The page keeps its place in the tree when the team opens, so
 * that the setup dialog stays open and shows the backup codes.
 */
function TeamShell({ account }: { readonly account: Account }) {
  const isLocked = account.needsTwoFactor;
  const isAccount = useLocation({ select: ({ pathname }) => /^\/account\/?$/.test(pathname) });
  if (isLocked && !isAccount) return <TwoFactorNeeded account={account} />;
  return (
    <div className="flex min-h-dvh">
      {isLocked ? null : <BesidePage />}
      <div className="flex min-w-0 flex-1 flex-col max-md:pb-16">
        {isLocked ? null : <ConnectionNotice />}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-360 flex-1 px-6 py-5 outline-none max-md:px-4 max-md:py-4"
        >
          {isLocked ? (
            <div className="pb-4">
              <Notice kind="warning">{words.turnOnTwoFactor(account.team?.name ?? words.product)}</Notice>
            </div>
          ) : null}
          <Outlet />
        </main>
      </div>
      {isLocked ? null : <BottomBar />}
    </div>
  );
}

/** Shortcuts, navigation and live updates of an open team. */
function BesidePage() {
  useLive();
  return (
    <>
      {/* Comes first, so that its shortcuts rank below the page's even if both mount at once. */}
      <KeyboardLayer />
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-panel px-3 py-2 focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        {words.skip}
      </a>
      <SideBar />
    </>
  );
}
