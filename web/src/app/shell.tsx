import type { Account } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { useConnection, useLive } from '../data/live/live.ts';
import { isNoticeDue } from '../offline/notice-due.ts';
import { useUnreachable } from '../offline/offline.ts';
import { WaitingList } from '../offline/waiting-list.tsx';
import { formatTime } from '../time/format-time.ts';
import { useAtEachSecond } from '../time/ticker.ts';
import { ownZone } from '../time/zone.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu/menu.tsx';
import { Notice } from '../ui/states.tsx';
import { Offline } from '../ui/window/offline.tsx';
import { Reauthentication } from './confirmation/confirmation.tsx';
import { KeyboardLayer } from './keyboard/keyboard-layer.tsx';
import { Merging } from './merging/merging.tsx';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { OpenCount, OpenCountInTab } from './open-count.tsx';
import { openPalette } from './palette/commands.ts';
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

const SHOWN = 3;
const ITEM_CLASS =
  'flex flex-1 flex-col items-center justify-center gap-0.5 text-xs text-soft aria-[current=page]:text-accent';

function BottomBar() {
  const navigate = useNavigate();
  return (
    <nav
      aria-label={words.navigation}
      className="fixed inset-x-0 bottom-0 z-30 flex h-16 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {NAVIGATION_ITEMS.slice(0, SHOWN).map((place) => (
        <Link key={place.to} to={place.to} className={ITEM_CLASS}>
          <Icon name={place.icon} className="size-5" />
          <span className="inline-flex items-center gap-1">
            {place.label}
            {place.to === '/incidents' ? <OpenCount /> : null}
          </span>
        </Link>
      ))}
      <Menu
        trigger={
          <button type="button" className={ITEM_CLASS}>
            <Icon name="menu" className="size-5" />
            {words.more}
          </button>
        }
        entries={[
          { kind: 'action', label: words.palette, icon: 'search', onSelect: openPalette },
          ...NAVIGATION_ITEMS.slice(SHOWN).map((place) => ({
            kind: 'action' as const,
            label: place.label,
            icon: place.icon,
            onSelect: () => void navigate({ to: place.to }),
          })),
          {
            kind: 'action',
            label: words.pages.wallboard,
            icon: 'wall',
            onSelect: () => void navigate({ to: '/wallboard' }),
          },
        ]}
      />
    </nav>
  );
}

function ConnectionNotice() {
  const connection = useConnection();
  const isUnreachable = useUnreachable();
  const [unreachableSince, setUnreachableSince] = useState<number | null>(null);
  // Records when the service became unreachable, because this may be noticed before the stream is lost.
  useEffect(() => setUnreachableSince(isUnreachable ? Date.now() : null), [isUnreachable]);
  const since = connection.state === 'lost' ? connection.since : unreachableSince;
  const isShown = useAtEachSecond((now) => isNoticeDue({ since, isUnreachable }, now));
  return (
    <div className="sticky top-0 z-20">
      <div role="status">
        {isShown && since !== null ? (
          <p className="connection-notice flex items-center justify-center gap-2 bg-failing px-4 py-1.5 font-medium text-on-status">
            <Icon name="refresh" />
            {words.lost(formatTime(since, ownZone(), Date.now()))}
          </p>
        ) : null}
      </div>
      <WaitingList />
    </div>
  );
}
