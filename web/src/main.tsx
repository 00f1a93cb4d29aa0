import './styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './app/focus/keep-focus.ts';
import { prefetchCode } from './app/prefetch-code.ts';
import { preloadPage } from './app/preload-page.ts';
import { followTeam } from './app/teams/switch-team.ts';
import { followSessionEnd } from './data/account/session-end.ts';
import { whenLive } from './data/live/live.ts';
import { queryClient } from './data/query-client.ts';
import { LATER_CODE } from './later-code.ts';
import { router } from './router.ts';
import { ToastCorner } from './ui/toast/toast-corner.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID root.');
followTeam();
followSessionEnd();
preloadPage();
keepFocus();
const prefetched = prefetchCode([...LATER_CODE, loadRareLetters]);
void whenLive().then(async () =>
  (await import('./devices/renew-own-subscription.ts')).renewOwnSubscription(),
);

/** Loads the second file of the typeface before it is needed, so that no word is shown in two typefaces. */
function loadRareLetters(): Promise<unknown> {
  return document.fonts.load('1em Figtree', 'ž');
}

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastCorner idle={prefetched} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
