import { SEVERITIES } from '../alert.ts';
import type { OutboxItem, PlanInput, Subject } from './plan-input.ts';
import type { ChannelRoute, WantedKind } from './settings.ts';

/** A channel that was thought of: it is told, or `reason` says why not. */
export interface Route {
  readonly channel: ChannelRoute;
  readonly isTold: boolean;
  readonly reason: string;
}

const NOT_WANTED: Readonly<Record<WantedKind, string>> = {
  down: 'It does not want alarms.',
  recovered: 'It does not want recoveries.',
  reminder: 'It does not want reminders.',
  failing: 'It does not want failures below the threshold.',
  blind_window: 'It does not want notices of blind windows.',
  report_weekly: 'It does not want weekly reports.',
  report_monthly: 'It does not want monthly reports.',
};

/**
 * Which of a team's channels hear of something about a monitor: its own channels, else its project's, else the team's
 * default ones; of these, those whose filters let it through. A group stands for its members.
 */
export function routeMonitor(input: PlanInput, subject: Subject, wanted: WantedKind): readonly Route[] {
  const named = subject.alerting.channels ?? subject.project.alerting.channels;
  const isChosen = (channel: ChannelRoute) =>
    named === null ? channel.isDefault : named.includes(channel.shortID);
  const whose =
    named === null
      ? 'a default channel'
      : `a channel of this ${subject.alerting.channels === null ? 'project' : 'monitor'}`;
  return expandGroups(
    input.channels,
    input.channels.map((channel) => {
      const why = isChosen(channel) ? refusal(channel, subject, wanted) : `It is not ${whose}.`;
      return why === null ? told(channel, `It is ${whose}.`) : untold(channel, why);
    }),
  );
}

/** Which channels hear of something about the team as a whole. */
export function routeTeam(input: PlanInput, wanted: WantedKind): readonly Route[] {
  return expandGroups(
    input.channels,
    input.channels.map((channel) => {
      if (channel.disabled !== null) return untold(channel, switchedOff(channel));
      if (!channel.wants.includes(wanted)) return untold(channel, NOT_WANTED[wanted]);
      return told(channel, 'It wants this.');
    }),
  );
}

/** The channels that a policy's step names, whatever they want otherwise. */
export function routeNamed(input: PlanInput, shortIDs: readonly string[], reason: string): readonly Route[] {
  return expandGroups(
    input.channels,
    input.channels
      .filter(({ shortID }) => shortIDs.includes(shortID))
      .map((channel) =>
        channel.disabled === null ? told(channel, reason) : untold(channel, switchedOff(channel)),
      ),
  );
}

/**
 * A recovery goes to those who have the alarm, however they came by it, and to those who want recoveries alone. Who was
 * escalated to hears of the end, wanted or not.
 */
export function routeRecovery(
  input: PlanInput,
  row: OutboxItem,
  alarmed: ReadonlySet<number>,
): readonly Route[] {
  const routes = row.subject === null ? [] : routeMonitor(input, row.subject, 'recovered');
  return input.channels
    .filter(({ type }) => type !== 'group')
    .map((channel) => {
      if (alarmed.has(channel.id)) return routeAlarmed(channel);
      const route = routes.find((candidate) => candidate.channel.id === channel.id);
      if (route?.isTold !== true) return untold(channel, route?.reason ?? 'It was not told of the alarm.');
      return channel.wants.includes('down') ? untold(channel, 'It was not told of the alarm.') : route;
    });
}

function routeAlarmed(channel: ChannelRoute): Route {
  if (channel.disabled !== null) return untold(channel, switchedOff(channel));
  const isAsked = channel.wants.includes('down') && !channel.wants.includes('recovered');
  return isAsked ? untold(channel, NOT_WANTED.recovered) : told(channel, 'It was told of the alarm.');
}

function refusal(channel: ChannelRoute, subject: Subject, wanted: WantedKind): string | null {
  if (channel.disabled !== null) return switchedOff(channel);
  if (!channel.wants.includes(wanted)) return NOT_WANTED[wanted];
  if (channel.tags.length > 0 && !channel.tags.some((tag) => subject.tags.includes(tag)))
    return `It is only for monitors tagged ${channel.tags.join(' or ')}.`;
  if (SEVERITIES.indexOf(subject.alerting.severity) < SEVERITIES.indexOf(channel.minSeverity))
    return `It is only for severity ${channel.minSeverity} and above.`;
  return null;
}

/** Each channel once: told if any way leads to it. Groups themselves are sent nothing. */
function expandGroups(channels: readonly ChannelRoute[], routes: readonly Route[]): readonly Route[] {
  const found = new Map<number, Route>();
  const add = (route: Route): void => {
    if (found.get(route.channel.id)?.isTold !== true) found.set(route.channel.id, route);
  };
  for (const route of routes) if (route.channel.type !== 'group') add(route);
  for (const { channel: group, isTold } of routes) {
    if (group.type !== 'group' || !isTold) continue;
    for (const member of channels) {
      if (!group.members.includes(member.shortID) || member.type === 'group') continue;
      add(
        member.disabled === null
          ? told(member, `It is in the group ${group.name}.`)
          : untold(member, switchedOff(member)),
      );
    }
  }
  return [...found.values()];
}

function told(channel: ChannelRoute, reason: string): Route {
  return { channel, isTold: true, reason };
}

function untold(channel: ChannelRoute, reason: string): Route {
  return { channel, isTold: false, reason };
}

function switchedOff({ disabled }: ChannelRoute): string {
  return `It is switched off: ${disabled}`;
}
