import type { ChannelType } from '@overdue/sdk';
import type { words } from '../../channel-form/words.ts';

type Group = keyof typeof words.groups;

/** Channel types by group. docs/channels/README.md also lists every type. */
export const GROUPS: Readonly<Record<Group, readonly string[]>> = {
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
  phone: ['webpush', 'ntfy', 'pushover', 'gotify', 'twiliosms', 'twiliowhatsapp', 'signal'],
  oncall: ['pagerduty', 'opsgenie', 'splunkoncall', 'pagertree', 'alertmanager'],
  own: ['email', 'webhook', 'apprise', 'github', 'group'],
};

const ORDER = ['chat', 'phone', 'oncall', 'own'] as const satisfies readonly Group[];

/** Groups channel types. Types without a group come last. */
export function groupTypes(
  types: readonly ChannelType[],
  search: string,
): readonly { readonly group: Group; readonly types: readonly ChannelType[] }[] {
  const wanted = search.trim().toLowerCase();
  const matching = types.filter(({ title, type }) => `${title} ${type}`.toLowerCase().includes(wanted));
  return ORDER.map((group) => ({
    group,
    types: matching.filter(({ type }) => groupOf(type) === group),
  })).filter((group) => group.types.length > 0);
}

function groupOf(type: string): Group {
  return ORDER.find((group) => GROUPS[group].includes(type)) ?? 'own';
}
