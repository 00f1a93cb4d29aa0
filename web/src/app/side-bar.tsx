import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { KeyboardKey } from '../ui/tag.tsx';
import { IS_MAC } from './keyboard/platform.ts';
import { printedKey } from './keyboard/shortcuts.ts';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { OpenCount } from './open-count.tsx';
import { openPalette } from './palette/commands.ts';
import { PersonMenu } from './person-menu.tsx';
import { TeamMenu } from './teams/team-menu.tsx';
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
