import type { ChannelType, Incident, MonitorRow, SearchResult, Status, View } from '@overdue/sdk';
import { statusAt } from '../../data/monitors/status-at.ts';
import { changePreferences } from '../../preferences/preferences.ts';
import { formatTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import type { IconName } from '../../ui/icon.tsx';
import { NAVIGATION_ITEMS } from '../navigation.ts';
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
  /** Text to write into the search field when the item is chosen. An item with this text isn't run. */
  readonly completed?: string;
  readonly run: () => void;
}

export type GoTo = (href: string) => void;

export interface Rights {
  readonly mayChange: boolean;
  readonly isAdmin: boolean;
}

export function pageItems(goTo: GoTo, { isAdmin }: Pick<Rights, 'isAdmin'>): readonly PaletteItem[] {
  const page = (href: string, label: string, icon: IconName): PaletteItem => ({
    key: href,
    group: 'pages',
    label,
    otherTerms: words.alsoPages[href] ?? '',
    icon,
    run: () => goTo(href),
  });
  return [
    ...NAVIGATION_ITEMS.map(({ to, label, icon }) => page(to, label, icon)),
    page('/wallboard', words.wallboard, 'wall'),
    page('/search', words.search, 'search'),
    page('/channels?tab=escalation', words.escalation, 'bolt'),
    page('/account/api', words.tokens, 'account'),
    page('/account/notifications', words.notifications, 'account'),
    page('/account#appearance', words.zone, 'account'),
    page('/account#password', words.password, 'account'),
    page('/account#two-factor', words.twoFactor, 'account'),
    page('/account#passkeys', words.passkeys, 'account'),
    page('/account#sessions', words.sessions, 'account'),
    ...(isAdmin
      ? [
          page('/team?tab=invitations', words.invitations, 'team'),
          page('/team?tab=audit', words.audit, 'team'),
        ]
      : []),
    page('/team?tab=settings', words.teamSettings, 'team'),
    page('/team?tab=usage', words.usage, 'team'),
    page('/monitors?status=down,failing,late', words.attention, 'monitors'),
  ];
}

export function actionItems(goTo: GoTo, { mayChange, isAdmin }: Rights): readonly PaletteItem[] {
  const action = (label: string, icon: IconName, run: () => void): PaletteItem => ({
    key: label,
    group: 'actions',
    label,
    otherTerms: words.alsoActions[label] ?? '',
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
    ...(isAdmin ? [action(words.invite, 'mail', () => goTo('/team?dialog=invite'))] : []),
    ...(mayChange ? [action(words.import, 'download', () => goTo('/import'))] : []),
    ...(['light', 'dark', 'system'] as const).map((theme) =>
      action(words.theme[theme], 'sun', () => changePreferences({ theme })),
    ),
    ...(['comfortable', 'compact'] as const).map((density) =>
      action(words.density[density], 'list', () => changePreferences({ density })),
    ),
    action(words.signOut, 'signout', () => void signOut()),
  ];
}

/** Returns an item for each channel type, so that "add slack" finds the form. */
export function channelTypeItems(types: readonly ChannelType[], goTo: GoTo): readonly PaletteItem[] {
  return types.map(({ type, title }) => ({
    key: `channel ${type}`,
    group: 'actions',
    label: words.newChannelOf(title),
    otherTerms: words.alsoNewChannel,
    icon: 'plus',
    run: () => goTo(`/channels/new?type=${type}`),
  }));
}

export function monitorItems(
  monitors: readonly MonitorRow[],
  goTo: GoTo,
  now: number,
): readonly PaletteItem[] {
  return monitors.map((monitor) => ({
    key: monitor.shortID,
    group: 'monitors',
    label: monitor.name,
    otherTerms: monitor.tags.join(' '),
    id: `${monitor.pingURL.slice(monitor.pingURL.lastIndexOf('/') + 1)} ${monitor.shortID}`,
    status: statusAt(monitor, now),
    detail: monitor.tags.join(', '),
    run: () => goTo(`/monitors/${monitor.shortID}`),
  }));
}

/** Returns items that open the monitor list with a saved view. */
export function viewItems(views: readonly View[], goTo: GoTo): readonly PaletteItem[] {
  return views.map(({ shortID, name, shared }) => ({
    key: shortID,
    group: 'views',
    label: name,
    otherTerms: words.alsoViews,
    icon: 'list',
    ...(shared ? {} : { detail: words.privateView }),
    run: () => goTo(`/monitors?view=${shortID}`),
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
          detail: formatTime(Date.parse(incident.openedAt), ownZone(), now),
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
        detail: `${monitor.name}, ${formatTime(Date.parse(event.at), ownZone(), now)}`,
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
    detail: formatTime(Date.parse(openedAt), ownZone(), now),
    run: () => goTo(`/incidents/${incidentID}`),
  }));
}
