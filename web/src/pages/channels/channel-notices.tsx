import type { Channel } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function ChannelNotices({ channel }: { readonly channel: Channel }) {
  const cache = useQueryClient();
  const toast = useToast();
  const mayChange = useHasRole('member');
  const switchOn = useMutation({
    mutationFn: () => api.channels.update(channel.shortID, { disabled: null }),
    onSuccess: () => {
      toast({ title: words.disabled.enabled });
      return cache.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
    onError: (error) => toast({ title: messageOf(error), kind: 'problem' }),
  });
  if (channel.disabled !== null) {
    return (
      <div className="pb-4">
        <Notice kind="problem">
          <div className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">{words.disabled.warning(channel.disabled)}</span>
            {mayChange ? (
              <Button needsService busy={switchOn.isPending} onClick={() => switchOn.mutate()}>
                {words.disabled.enable}
              </Button>
            ) : null}
          </div>
        </Notice>
      </div>
    );
  }
  if (channel.lastError === null) return null;
  return (
    <div className="pb-4">
      <Notice kind="warning">
        <span className="wrap-anywhere">{words.failing(channel.lastError.answer)}</span>{' '}
        <span className="text-soft">
          <Moment at={channel.lastError.at} show="distance" />
        </span>
      </Notice>
    </div>
  );
}
