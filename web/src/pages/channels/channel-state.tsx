import type { Channel } from '@overdue/sdk';
import { type ChannelHealth, healthOf } from '../../channel/channel-health.ts';
import { words } from '../../channel-form/words.ts';

const MARK: Readonly<Record<ChannelHealth, { readonly text: string; readonly shape: string }>> = {
  works: { text: 'text-up', shape: '●' },
  untried: { text: 'text-new', shape: '○' },
  failing: { text: 'text-failing', shape: '▲' },
  off: { text: 'text-down', shape: '■' },
};

/** A group has no state, because messages go to its channels. */
export function ChannelState({ channel }: { readonly channel: Channel }) {
  if (channel.type === 'group') return null;
  const health = healthOf(channel);
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${MARK[health].text}`}>
      <span aria-hidden="true">{MARK[health].shape}</span>
      {words.state[health]}
    </span>
  );
}
