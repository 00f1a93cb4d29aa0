import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { onPageTitle } from '../../ui/window/document-title.ts';

/** Tells screen readers the title of each page that opens without a page load. */
export function PageAnnouncer() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [announced, setAnnounced] = useState('');
  const known = useRef({ pathname, title: '' });
  useEffect(
    () =>
      onPageTitle((title) => {
        const { current: last } = known;
        // The title of the previous page stays until the new page is loaded.
        if (title === last.title) return;
        if (last.title !== '' && last.pathname !== pathname) setAnnounced(title);
        known.current = { pathname, title };
      }),
    [pathname],
  );
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
