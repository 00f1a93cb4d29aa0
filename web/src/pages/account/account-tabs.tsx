import { Link } from '@tanstack/react-router';
import { words } from './words.ts';

const TAB_CLASS =
  'flex h-9 items-center whitespace-nowrap border-b-2 border-transparent px-3 font-medium text-soft hover:text-ink ' +
  'focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-ink forced-colors:not-aria-[current=page]:border-[color:Canvas] max-md:h-11';

export function AccountTabs() {
  return (
    <nav aria-label={words.sections} className="mb-4 flex gap-1 border-b border-line *:-mb-px">
      <Link to="/account" activeOptions={{ exact: true }} className={TAB_CLASS}>
        {words.tabs.account}
      </Link>
      <Link to="/account/notifications" className={TAB_CLASS}>
        {words.tabs.notifications}
      </Link>
      <Link to="/account/api" className={TAB_CLASS}>
        {words.tabs.api}
      </Link>
    </nav>
  );
}
