import type { IconName } from '../ui/icon.tsx';
import { words } from './words.ts';

interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly key: string;
}

const { pages } = words;

export const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: '/monitors', label: pages.monitors, icon: 'monitors', key: 'm' },
  { to: '/incidents', label: pages.incidents, icon: 'incidents', key: 'i' },
  { to: '/timeline', label: pages.timeline, icon: 'timeline', key: 't' },
  { to: '/days', label: pages.calendar, icon: 'calendar', key: 'd' },
  { to: '/channels', label: pages.channels, icon: 'channels', key: 'c' },
  { to: '/on-call', label: pages.onCall, icon: 'phone', key: 'o' },
  { to: '/maintenance', label: pages.maintenance, icon: 'maintenance', key: 'w' },
  { to: '/projects', label: pages.projects, icon: 'projects', key: 'p' },
  { to: '/team', label: pages.team, icon: 'team', key: 'e' },
  { to: '/account', label: pages.account, icon: 'account', key: 'a' },
];
