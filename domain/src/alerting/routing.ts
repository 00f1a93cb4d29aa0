import { SEVERITIES } from './alert.ts';
import type { AlertPlanInput, AlertSubject, OutboxRow, ReachableMember } from './alert-plan-input.ts';
import type { RoutedChannel } from './alert-settings.ts';
import { mailChannelID, placeholderChannel, pushChannelID } from './direct-recipient.ts';
import type { SubscriptionKind } from './subscriptions.ts';

export interface AlertRoute {
  readonly channel: RoutedChannel;
  readonly isAlerted: boolean;
  readonly reason: string;
  /**
   * Recipient of a message that goes to a person instead of a channel: an email address, or the ID of the member whose devices show
   * the message.
   */
  readonly recipient?: string;
  /** ID of the member to whom the message is mailed without a channel. */
  readonly mailedMemberID?: string;
}

const NOT_SUBSCRIBED: Readonly<Record<SubscriptionKind, string>> = {
  down: 'Not subscribed to down alerts.',
  recovered: 'Not subscribed to recoveries.',
  reminder: 'Not subscribed to reminders.',
  failing: 'Not subscribed to failures below the threshold.',
  blind_window: 'Not subscribed to blind windows.',
  report_weekly: 'Not subscribed to weekly reports.',
  report_monthly: 'Not subscribed to monthly reports.',
};

/**
 * Routes an alert to the monitor's own channels, or else to the project's, or else to the team's default channels. Each channel's
 * filters apply.
 */
export function routeMonitor(
  input: AlertPlanInput,
  subject: AlertSubject,
  subscription: SubscriptionKind,
): readonly AlertRoute[] {
  const chosen = subject.alerting.channels ?? subject.project.alerting.channels;
  const isChosen = (channel: RoutedChannel) =>
    chosen === null ? channel.isDefault : chosen.includes(channel.shortID);
  const origin =
    chosen === null
      ? 'default channel'
      : `channel of this ${subject.alerting.channels === null ? 'project' : 'monitor'}`;
  return expandGroups(
    input.channels,
    input.channels.map((channel) => {
      const why = isChosen(channel) ? skipReason(channel, subject, subscription) : `Not a ${origin}.`;
      return why === null ? alertedRoute(channel, `A ${origin}.`) : skippedRoute(channel, why);
    }),
  );
}

export function routeTeam(input: AlertPlanInput, subscription: SubscriptionKind): readonly AlertRoute[] {
  return expandGroups(
    input.channels,
    input.channels.map((channel) => {
      if (channel.disabled !== null) return skippedRoute(channel, disabledReason(channel));
      if (!channel.subscriptions.includes(subscription))
        return skippedRoute(channel, NOT_SUBSCRIBED[subscription]);
      return alertedRoute(channel, 'Subscribed to this alert.');
    }),
  );
}

export function routeEscalation(
  input: Pick<AlertPlanInput, 'channels'>,
  shortIDs: readonly string[],
  reason: string,
): readonly AlertRoute[] {
  return expandGroups(
    input.channels,
    input.channels
      .filter(({ shortID }) => shortIDs.includes(shortID))
      .map((channel) =>
        channel.disabled === null
          ? alertedRoute(channel, reason)
          : skippedRoute(channel, disabledReason(channel)),
      ),
  );
}

/** Sends a recovery to the channels that received the alarm, and to channels that subscribe only to recoveries. */
export function routeRecovery(
  input: AlertPlanInput,
  row: OutboxRow,
  alarmed: ReadonlySet<number>,
): readonly AlertRoute[] {
  const routes = row.subject === null ? [] : routeMonitor(input, row.subject, 'recovered');
  const toChannels = input.channels
    .filter(({ type }) => type !== 'group')
    .map((channel) => {
      if (alarmed.has(channel.id)) return routeAlarmed(channel);
      const route = routes.find((candidate) => candidate.channel.id === channel.id);
      if (route?.isAlerted !== true)
        return skippedRoute(channel, route?.reason ?? 'Did not receive the down alert.');
      return channel.subscriptions.includes('down')
        ? skippedRoute(channel, 'Did not receive the down alert.')
        : route;
    });
  return [...toChannels, ...routeAlarmedMembers(input, alarmed, 'Received the alert.')];
}

/** Extends the routes of a reminder to all channels and members that have already been alerted to the incident. */
export function addAlarmedRoutes(
  input: AlertPlanInput,
  routes: readonly AlertRoute[],
  alarmed: ReadonlySet<number>,
): readonly AlertRoute[] {
  const reason = 'Was alerted before the snooze.';
  const isAdded = (channel: RoutedChannel) => alarmed.has(channel.id) && channel.disabled === null;
  const toChannels = routes.map((route) =>
    route.isAlerted || !isAdded(route.channel) ? route : alertedRoute(route.channel, reason),
  );
  return [...toChannels, ...routeAlarmedMembers(input, alarmed, reason)];
}

/** Returns the mail and push routes on which members received the incident's alarm. */
function routeAlarmedMembers(
  { members }: AlertPlanInput,
  alarmed: ReadonlySet<number>,
  reason: string,
): readonly AlertRoute[] {
  return members
    .flatMap((member) => [routeMail(member, reason), ...routePush(member, reason)])
    .filter(({ channel }) => alarmed.has(channel.id));
}

/** Routes an alert to a member by mail, which needs no channel. */
export function routeMail({ memberID, name, email }: ReachableMember, reason: string): AlertRoute {
  const channel = placeholderChannel(mailChannelID(memberID), name);
  return { channel, isAlerted: true, reason, recipient: email, mailedMemberID: memberID };
}

/** Routes an alert to the devices of a member, if the member has any. */
export function routePush(
  { memberID, name, hasDevices }: ReachableMember,
  reason: string,
): readonly AlertRoute[] {
  if (!hasDevices) return [];
  return [
    {
      channel: placeholderChannel(pushChannelID(memberID), name),
      isAlerted: true,
      reason,
      recipient: memberID,
    },
  ];
}

function routeAlarmed(channel: RoutedChannel): AlertRoute {
  if (channel.disabled !== null) return skippedRoute(channel, disabledReason(channel));
  const wantsOnlyAlarms =
    channel.subscriptions.includes('down') && !channel.subscriptions.includes('recovered');
  return wantsOnlyAlarms
    ? skippedRoute(channel, NOT_SUBSCRIBED.recovered)
    : alertedRoute(channel, 'Received the down alert.');
}

function skipReason(
  channel: RoutedChannel,
  subject: AlertSubject,
  subscription: SubscriptionKind,
): string | null {
  if (channel.disabled !== null) return disabledReason(channel);
  if (!channel.subscriptions.includes(subscription)) return NOT_SUBSCRIBED[subscription];
  if (channel.tags.length > 0 && !channel.tags.some((tag) => subject.tags.includes(tag)))
    return `Only for monitors tagged ${channel.tags.join(' or ')}.`;
  if (SEVERITIES.indexOf(subject.alerting.severity) < SEVERITIES.indexOf(channel.minSeverity))
    return `Only for severity ${channel.minSeverity} and above.`;
  return null;
}

/**
 * Replaces groups by their members and returns one route per channel. A channel is alerted if at least one of its routes alerts
 * it.
 */
function expandGroups(
  channels: readonly RoutedChannel[],
  routes: readonly AlertRoute[],
): readonly AlertRoute[] {
  const byChannel = new Map<number, AlertRoute>();
  const add = (route: AlertRoute): void => {
    if (byChannel.get(route.channel.id)?.isAlerted !== true) byChannel.set(route.channel.id, route);
  };
  for (const route of routes) if (route.channel.type !== 'group') add(route);
  for (const { channel: group, isAlerted } of routes) {
    if (group.type !== 'group' || !isAlerted) continue;
    for (const member of channels) {
      if (!group.members.includes(member.shortID) || member.type === 'group') continue;
      add(
        member.disabled === null
          ? alertedRoute(member, `In the group ${group.name}.`)
          : skippedRoute(member, disabledReason(member)),
      );
    }
  }
  return [...byChannel.values()];
}

function alertedRoute(channel: RoutedChannel, reason: string): AlertRoute {
  return { channel, isAlerted: true, reason };
}

export function skippedRoute(channel: RoutedChannel, reason: string): AlertRoute {
  return { channel, isAlerted: false, reason };
}

function disabledReason({ disabled }: RoutedChannel): string {
  return `Disabled: ${disabled}`;
}
