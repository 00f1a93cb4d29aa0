import type { Channel, ChannelType } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Missing } from '../../app/fallback-pages.tsx';
import { ChannelLogo } from '../../channel/channel-logo.tsx';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery, channelTypesQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { ChannelState } from './channel-state.tsx';
import { ChannelUsage } from './channel-usage.tsx';
import { Deliveries } from './deliveries.tsx';
import { EditChannel } from './edit-channel.tsx';

const route = getRouteApi('/signed-in/shell/channels/$shortID');

export function ChannelPage() {
  const { shortID } = route.useParams();
  const { data: channels, error, refetch } = useQuery(channelsQuery);
  const { data: types } = useQuery(channelTypesQuery);
  if (error !== null && channels === undefined)
    return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (channels === undefined || types === undefined) return <Skeleton className="h-96 w-full" />;
  const channel = channels.find((candidate) => candidate.shortID === shortID);
  const type = types.find((candidate) => candidate.type === channel?.type);
  if (channel === undefined || type === undefined) return <Missing title={words.notFound} />;
  return <OneChannel key={channel.shortID} channel={channel} type={type} />;
}

function OneChannel({ channel, type }: { readonly channel: Channel; readonly type: ChannelType }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={channel.name}
        trail={
          <Link to="/channels" activeOptions={{ exact: true }}>
            {words.title}
          </Link>
        }
        lead={<ChannelLogo type={type.type} className="size-6" />}
        summary={
          <span className="flex items-center gap-3">
            <span className="text-soft">{type.title}</span>
            <ChannelState channel={channel} />
          </span>
        }
        actions={<ChannelActions channel={channel} />}
      />
      <p className="pb-4 text-table">
        <span className="text-soft">{words.usage.title}</span> <ChannelUsage channel={channel} />
      </p>
      <ChannelNotices channel={channel} />
      {channel.type === 'group' ? (
        // A group itself has no deliveries.
        <EditChannel channel={channel} type={type} />
      ) : (
        <Tabs<'settings' | 'deliveries'>
          label={channel.name}
          value={tab === 'deliveries' ? 'deliveries' : 'settings'}
          onChange={(next) =>
            void navigate({
              search: next === 'settings' ? {} : { tab: next },
              replace: true,
              resetScroll: false,
            })
          }
          tabs={[
            {
              value: 'settings',
              label: words.tabs.settings,
              content: <EditChannel channel={channel} type={type} />,
            },
            {
              value: 'deliveries',
              label: words.tabs.deliveries,
              content: <Deliveries channel={channel.shortID} />,
            },
          ]}
        />
      )}
    </>
  );
}

function ChannelNotices({ channel }: { readonly channel: Channel }) {
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
