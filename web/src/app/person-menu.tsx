import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../data/account/account.ts';
import { changePreferences, usePreferences } from '../preferences/preferences.ts';
import { Menu } from '../ui/menu/menu.tsx';
import { signOut } from './sign-out.ts';
import { words } from './words.ts';

const { theme, density } = words;

export function PersonMenu() {
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
