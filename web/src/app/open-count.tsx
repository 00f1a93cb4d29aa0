import { useEffect } from 'react';
import { useOpenCount } from '../data/alerts/use-open-incidents.ts';
import { setTitleCount } from '../ui/window/document-title.ts';
import { words } from './words.ts';

/** Number of open incidents, beside the link to the incidents. */
export function OpenCount() {
  const { count, isMore } = useOpenCount();
  if (count === 0) return null;
  return (
    <span className="numeric ml-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-down px-1.5 text-xs font-semibold text-on-status">
      <span aria-hidden="true">{isMore ? `${count}+` : count}</span>
      <span className="sr-only">{words.openIncidents(count)}</span>
    </span>
  );
}

/** Shows the number of open incidents in the title of the browser tab. */
export function OpenCountInTitle() {
  const { count } = useOpenCount();
  useEffect(() => {
    setTitleCount(count);
    return () => setTitleCount(0);
  }, [count]);
  return null;
}
