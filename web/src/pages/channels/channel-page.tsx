import type { Channel, ChannelType } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Missing } from '../../app/fallback-pages.tsx';
import { ChannelLogo } from '../../channel/channel-logo.tsx';
import { words } from '../../channel-form/words.ts';
import { channelsQuery, channelTypesQuery } from '../../data/alerts/channels.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { ChannelNotices } from './channel-notices.tsx';
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
