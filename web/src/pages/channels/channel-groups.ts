import type { ChannelType } from '@overdue/sdk';
import type { words } from './words.ts';

type Group = keyof typeof words.groups;

const GROUPS: Readonly<Record<Exclude<Group, 'own'>, readonly string[]>> = {
  chat: [
    'slack',
    'discord',
    'msteams',
    'telegram',
    'googlechat',
    'mattermost',
    'rocketchat',
    'zulip',
    'matrix',
  ],
  phone: ['ntfy', 'pushover', 'gotify', 'twiliosms', 'twiliowhatsapp', 'signal'],
  oncall: ['pagerduty', 'opsgenie', 'splunkoncall', 'pagertree', 'alertmanager'],
};

const ORDER = ['chat', 'phone', 'oncall', 'own'] as const satisfies readonly Group[];

/** Types without a group come last. */
export function groupTypes(
  types: readonly ChannelType[],
  search: string,
): readonly { readonly group: Group; readonly types: readonly ChannelType[] }[] {
  const wanted = search.trim().toLowerCase();
  const found = types.filter(({ title, type }) => `${title} ${type}`.toLowerCase().includes(wanted));
  return ORDER.map((group) => ({ group, types: found.filter(({ type }) => groupOf(type) === group) })).filter(
    (each) => each.types.length > 0,
  );
}

function groupOf(type: string): Group {
  if (GROUPS.chat.includes(type)) return 'chat';
  if (GROUPS.phone.includes(type)) return 'phone';
  return GROUPS.oncall.includes(type) ? 'oncall' : 'own';
}
