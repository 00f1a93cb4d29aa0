import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOpenCount } from '../data/alerts/incidents.ts';
import { classNames } from '../ui/class-names.ts';
import { setTitleCount } from '../ui/window/document-title.ts';
import { setIconCount } from '../ui/window/tab-icon.ts';
import { words } from './words.ts';

/** Matches pages that load all monitors. Their response includes the open incidents, so the count needs no other request. */
const WITH_MONITORS = /^\/(?:monitors|timeline)\/?$/;

function useCount() {
  const hasMonitors = useLocation({ select: ({ pathname }) => WITH_MONITORS.test(pathname) });
  return useOpenCount({ hasMonitors });
}

/** Shows the number of open incidents beside the link to the incidents, in red if one is not acknowledged. */
export function OpenCount() {
  const { count, unacknowledged } = useCount();
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'numeric ml-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-xs font-semibold',
        unacknowledged > 0 ? 'bg-down text-on-status' : 'border border-line-strong bg-panel text-ink',
      )}
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">
        {unacknowledged > 0 ? words.openIncidents(count) : words.acknowledgedIncidents(count)}
      </span>
    </span>
  );
}

/** Shows the number of open incidents in the title and on the icon of the browser tab. */
export function OpenCountInTab() {
  const { count } = useCount();
  useEffect(() => {
    setTitleCount(count);
    setIconCount(count);
    return () => {
      setTitleCount(0);
      setIconCount(0);
    };
  }, [count]);
  return null;
}
