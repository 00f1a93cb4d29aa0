import type { Incident, Monitor, SearchResult, Status } from '@overdue/sdk';
import { statusAt } from '../../data/monitors/status-at.ts';
import { writeTime } from '../../time/write-time.ts';
import { ownZone } from '../../time/zone.ts';
import type { IconName } from '../../ui/icon.tsx';
import { PLACES } from '../navigation.ts';
import { changePreferences } from '../preferences.ts';
import { signOut } from '../sign-out.ts';
import { openHelp } from './commands.ts';
import type { Candidate } from './palette-rank.ts';
import { words } from './words.ts';

export interface PaletteItem extends Candidate {
  readonly key: string;
  readonly group: keyof typeof words.groups;
  readonly icon?: IconName;
  readonly status?: Status;
  readonly detail?: string;
  readonly run: () => void;
}

export type GoTo = (href: string) => void;

export function pageItems(goTo: GoTo): readonly PaletteItem[] {
  const page = (href: string, label: string, icon: IconName): PaletteItem => ({
    key: href,
    group: 'pages',
    label,
    icon,
    run: () => goTo(href),
  });
  return [
    ...PLACES.map(({ to, label, icon }) => page(to, label, icon)),
    page('/wallboard', words.wallboard, 'wall'),
    page('/search', words.search, 'search'),
    page('/account/api', words.tokens, 'account'),
    page('/monitors?status=down,failing,late', words.attention, 'monitors'),
    page('/design', words.components, 'book'),
  ];
}

export function actionItems(
  goTo: GoTo,
  { mayChange }: { readonly mayChange: boolean },
): readonly PaletteItem[] {
  const action = (label: string, icon: IconName, run: () => void): PaletteItem => ({
    key: label,
    group: 'actions',
    label,
    icon,
    run,
  });
  return [
    ...(mayChange
      ? [
          action(words.newMonitor, 'plus', () => goTo('/monitors/new')),
          action(words.newChannel, 'plus', () => goTo('/channels/new')),
        ]
      : []),
    action(words.keys, 'keyboard', openHelp),
    ...(['light', 'dark', 'system'] as const).map((theme) =>
      action(words.theme[theme], 'sun', () => changePreferences({ theme })),
    ),
    ...(['comfortable', 'compact'] as const).map((density) =>
      action(words.density[density], 'list', () => changePreferences({ density })),
    ),
    action(words.signOut, 'signout', () => void signOut()),
  ];
}

export function monitorItems(monitors: readonly Monitor[], goTo: GoTo, now: number): readonly PaletteItem[] {
  return monitors.map((monitor) => ({
    key: monitor.shortID,
    group: 'monitors',
    label: monitor.name,
    also: monitor.tags.join(' '),
    id: `${monitor.pingURL.slice(monitor.pingURL.lastIndexOf('/') + 1)} ${monitor.shortID}`,
    status: statusAt(monitor, now),
    detail: monitor.tags.join(', '),
    run: () => goTo(`/monitors/${monitor.shortID}`),
  }));
}

/** Returns items for the server's results: incidents whose notes match, and logs. */
export function foundItems(
  results: readonly SearchResult[],
  goTo: GoTo,
  now: number,
): readonly PaletteItem[] {
  return results.flatMap(({ monitor, incident, event, text }): readonly PaletteItem[] => {
    if (incident !== null)
      return [
        {
          key: incident.incidentID,
          group: 'incidents',
          label: text === monitor.name ? words.incident(monitor.name) : `${monitor.name}: ${text}`,
          icon: 'incidents',
          ...(incident.closedAt === null ? { status: 'down' as const } : {}),
          detail: writeTime(Date.parse(incident.openedAt), ownZone(), now),
          run: () => goTo(`/incidents/${incident.incidentID}`),
        },
      ];
    if (event === null) return [];
    return [
      {
        key: `${monitor.shortID} ${event.number}`,
        group: 'logs',
        label: text.trim(),
        icon: 'list',
        detail: `${monitor.name}, ${writeTime(Date.parse(event.at), ownZone(), now)}`,
        run: () => goTo(`/monitors/${monitor.shortID}?tab=events&event=${event.number}`),
      },
    ];
  });
}

export function incidentItems(
  incidents: readonly Incident[],
  goTo: GoTo,
  now: number,
): readonly PaletteItem[] {
  return incidents.map(({ incidentID, monitor, openedAt, closedAt }) => ({
    key: incidentID,
    group: 'incidents',
    label: words.incident(monitor.name),
    icon: 'incidents',
    ...(closedAt === null ? { status: 'down' as const } : {}),
    detail: writeTime(Date.parse(openedAt), ownZone(), now),
    run: () => goTo(`/incidents/${incidentID}`),
  }));
}
