import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { changePreferences, usePreferences } from '../preferences/preferences.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu/menu.tsx';
import { KeyboardKey } from '../ui/tag.tsx';
import { IS_MAC } from './keyboard/platform.ts';
import { printedKey } from './keyboard/shortcuts.ts';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { OpenCount } from './open-count.tsx';
import { openPalette } from './palette/commands.ts';
import { signOut } from './sign-out.ts';
import { switchTeam } from './teams/switch-team.ts';
import { words } from './words.ts';

const LINK_CLASS =
  'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-soft hover:bg-hover hover:text-ink ' +
  'aria-[current=page]:bg-accent-wash aria-[current=page]:font-medium aria-[current=page]:text-accent';

export function SideBar() {
  return (
    <aside className="sticky top-0 flex h-dvh w-55 shrink-0 flex-col gap-3 border-r border-line bg-panel p-3 max-md:hidden">
      <TeamMenu />
      <button
        type="button"
        onClick={openPalette}
        className="flex h-8 items-center gap-2 rounded-md border border-line bg-ground px-2.5 text-soft hover:border-line-strong"
      >
        <Icon name="search" />
        <span className="flex-1 truncate text-left">{words.search}</span>
        <KeyboardKey>{printedKey('mod+k', { isMac: IS_MAC })}</KeyboardKey>
      </button>
      <nav aria-label={words.navigation} className="flex flex-1 flex-col gap-0.5 overflow-y-auto">
        {NAVIGATION_ITEMS.map((place) => (
          <Link key={place.to} to={place.to} className={LINK_CLASS}>
            <Icon name={place.icon} />
            {place.label}
            {place.to === '/incidents' ? <OpenCount /> : null}
          </Link>
        ))}
      </nav>
      <Link to="/wallboard" className={LINK_CLASS}>
        <Icon name="wall" />
        {words.pages.wallboard}
      </Link>
      <PersonMenu />
    </aside>
  );
}

const { theme, density } = words;

function PersonMenu() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const chosen = usePreferences();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-h-10 items-center gap-2.5 rounded-md px-2 py-1 text-left hover:bg-hover"
        >
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-wash text-xs font-semibold uppercase text-accent"
          >
            {(account.name || account.email).slice(0, 1)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate">{account.name || account.email}</span>
            <span className="block truncate text-xs text-soft">{account.email}</span>
          </span>
        </button>
      }
      entries={[
        { kind: 'heading', label: theme.title },
        ...(['system', 'light', 'dark'] as const).map((value) => ({
          kind: 'choice' as const,
          label: theme[value],
          checked: chosen.theme === value,
          onSelect: () => changePreferences({ theme: value }),
        })),
        { kind: 'heading', label: density.title },
        ...(['comfortable', 'compact'] as const).map((value) => ({
          kind: 'choice' as const,
          label: density[value],
          checked: chosen.density === value,
          onSelect: () => changePreferences({ density: value }),
        })),
        { kind: 'line' },
        { kind: 'action', label: words.pages.api, icon: 'book', onSelect: () => window.open('/v1/docs') },
        { kind: 'action', label: words.signOut, icon: 'signout', onSelect: () => void signOut() },
      ]}
    />
  );
}

const NewTeam = lazy(async () => ({ default: (await import('./teams/new-team.tsx')).NewTeam }));

function TeamMenu() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isCreating, setCreating] = useState(false);
  const name = account.team?.name ?? words.product;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={words.teamMenu(name)}
            className="flex h-10 items-center gap-2.5 rounded-md px-2 font-semibold hover:bg-hover"
          >
            <img src="/favicon.svg" alt="" width="24" height="24" />
            <span className="min-w-0 flex-1 truncate text-left">{name}</span>
            <span className="text-soft">
              <Icon name="chevron-down" />
            </span>
          </button>
        }
        entries={[
          { kind: 'heading', label: words.switchTeam },
          ...account.teams.map((team) => ({
            kind: 'choice' as const,
            label: team.name,
            checked: team.teamID === account.team?.teamID,
            onSelect: () => void switchTeam(team.teamID),
          })),
          ...(account.mayCreateTeams
            ? ([
                { kind: 'line' },
                { kind: 'action', label: words.newTeam, icon: 'plus', onSelect: () => setCreating(true) },
              ] as const)
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {isCreating ? <NewTeam open onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </>
  );
}
