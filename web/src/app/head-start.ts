import { accountQuery } from '../data/account.ts';
import { startLive } from '../data/live.ts';
import { monitorsQuery } from '../data/monitors.ts';
import { projectsQuery } from '../data/projects.ts';
import { queryClient } from '../data/query-client.ts';

const KEY = 'overdue.signed-in';
/** Pages that show all monitors at once. */
const WITH_MONITORS = ['/', '/monitors', '/timeline', '/wallboard'];

/** Remembers that somebody is signed in in this browser: no secret, and believed only for what may fail. */
export function rememberSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}

/** Asks for what the page will show while its program is still being loaded: with many monitors, that takes the longest. */
export function headStart(): void {
  if (localStorage.getItem(KEY) === null || !WITH_MONITORS.includes(window.location.pathname)) return;
  startLive();
  void queryClient.prefetchQuery(accountQuery);
  void queryClient.prefetchQuery(monitorsQuery);
  void queryClient.prefetchQuery(projectsQuery);
}
