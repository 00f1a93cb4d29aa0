import { ADMINS_MAX } from '../access/membership.ts';
import { type OnCallNow, onCallAt } from '../on-call/on-call.ts';
import type { Roster } from '../on-call/schedule.ts';
import { timeWords } from '../schedule/timezone.ts';
import type { PlanDraft } from './alert-plan-draft.ts';
import type { AlertPlanInput, AlertSubject, ReachableMember } from './alert-plan-input.ts';
import { type AlertRoute, routeEscalation, routeMail, routePush, skippedRoute } from './routing.ts';
import { policyOf } from './timers.ts';

const NO_MAIL = 'Mail is not configured: ask the operator to set SMTP_URL.';

/**
 * Routes an alert by mail, push and personal channels to the members who are on call now. If no member is on call, routes the
 * alert to owners and admins.
 */
export function routeOnCall(
  { input, context }: Pick<PlanDraft, 'input' | 'context'>,
  schedules: readonly string[],
  step: string,
): readonly AlertRoute[] {
  const byChannel = new Map<number, AlertRoute>();
  for (const shortID of schedules) {
    const roster = input.rosters.find(({ schedule }) => schedule.shortID === shortID);
    if (roster === undefined) continue;
    for (const route of routeSchedule(roster, { input, context, step }))
      if (byChannel.get(route.channel.id)?.isAlerted !== true) byChannel.set(route.channel.id, route);
  }
  return [...byChannel.values()];
}

interface Situation extends Pick<PlanDraft, 'input' | 'context'> {
  readonly step: string;
}

function routeSchedule(roster: Roster, situation: Situation): readonly AlertRoute[] {
  const { input, step } = situation;
  const { name } = roster.schedule;
  const member = memberOnCall(input, roster);
  if (member !== null)
    return routeMember(member, `${member.name} is on call for ${name}. ${step}`, situation);
  const admins = input.members.filter(({ isAdmin }) => isAdmin).slice(0, ADMINS_MAX);
  const reason = `No member is on call for ${name}, so owners and admins are alerted. ${step}`;
  return admins.flatMap((admin) => routeMember(admin, reason, situation));
}

function routeMember(
  member: ReachableMember,
  reason: string,
  { input, context }: Situation,
): readonly AlertRoute[] {
  const mail = routeMail(member, reason);
  return [
    ...routeEscalation(input, member.channels, reason),
    ...routePush(member, reason),
    context.hasMail ? mail : skippedRoute(mail.channel, `${reason} ${NO_MAIL}`),
  ];
}

/** Channel types that reach a member only if the service can send mail or the member has a device. */
const NOT_OWN = ['email', 'webpush'];

/** Returns whether an alert would reach the member while on call. */
export function isReachable(
  member: Pick<ReachableMember, 'channels' | 'hasDevices'>,
  { channels, hasMail }: Pick<AlertPlanInput, 'channels'> & { readonly hasMail: boolean },
): boolean {
  if (hasMail || member.hasDevices) return true;
  return routeEscalation({ channels }, member.channels, '').some(
    ({ channel, isAlerted }) => isAlerted && !NOT_OWN.includes(channel.type),
  );
}

/** Returns the on-call schedules of a monitor's escalation policy. */
export function schedulesOf(input: AlertPlanInput, subject: AlertSubject): readonly string[] {
  const steps = policyOf(input, subject)?.steps ?? [];
  return [...new Set(steps.flatMap(({ onCall }) => onCall))];
}

/** Returns a sentence for each schedule: who is on call, and until when. */
export function onCallNotes(input: AlertPlanInput, schedules: readonly string[]): readonly string[] {
  return input.rosters
    .filter(({ schedule }) => schedules.includes(schedule.shortID))
    .map((roster) => {
      const now = findOnCall(input, roster);
      const until = now.until === null ? '' : ` until ${timeWords(now.until, roster.schedule.timezone)}`;
      const member = input.members.find(({ memberID }) => memberID === now.memberID);
      return member === undefined
        ? `No member is on call for ${roster.schedule.name}${until}.`
        : `On call for ${roster.schedule.name}: ${member.name}${until}.`;
    });
}

function memberOnCall(input: AlertPlanInput, roster: Roster): ReachableMember | null {
  const { memberID } = findOnCall(input, roster);
  return input.members.find((member) => member.memberID === memberID) ?? null;
}

const lastOnCall = new WeakMap<Roster, { readonly at: number; readonly now: OnCallNow }>();

/** Caches the result, because planning an alert storm needs the same result thousands of times. */
function findOnCall({ now: at, members }: AlertPlanInput, roster: Roster): OnCallNow {
  const last = lastOnCall.get(roster);
  if (last?.at === at) return last.now;
  const memberIDs = new Set(members.map(({ memberID }) => memberID));
  const now = onCallAt(roster, at, (memberID) => memberIDs.has(memberID));
  lastOnCall.set(roster, { at, now });
  return now;
}
