import { Link, useNavigate } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu/menu.tsx';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { OpenCount } from './open-count.tsx';
import { openPalette } from './palette/commands.ts';
import { words } from './words.ts';

const SHOWN = 3;
const ITEM_CLASS =
  'flex flex-1 flex-col items-center justify-center gap-0.5 text-xs text-soft aria-[current=page]:text-accent';

export function BottomBar() {
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
