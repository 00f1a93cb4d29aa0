import type { Channel } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { healthOf } from '../../channel/channel-health.ts';
import { ChannelLogo } from '../../channel/channel-logo.tsx';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery, channelTypesQuery } from '../../data/alerts/channels.ts';
import { SUBSCRIPTION_NAMES } from '../../monitor/alert-choices.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { ChannelState } from './channel-state.tsx';
import { ChannelUsage } from './channel-usage.tsx';
import { Escalation } from './escalation.tsx';
import { words as escalation } from './escalation-words.ts';

const route = getRouteApi('/signed-in/shell/channels');

export function ChannelsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useHasRole('member');
  const isEscalation = tab === 'escalation';
  const { data: channels } = useQuery(channelsQuery);
  // The empty state has the same button.
  const hasButton = mayChange && !isEscalation && channels?.length !== 0;
  return (
    <>
      <PageHeader title={words.title} actions={hasButton ? <AddChannel /> : undefined} />
      <Tabs<'channels' | 'escalation'>
        label={words.title}
        value={isEscalation ? 'escalation' : 'channels'}
        onChange={(next) =>
          void navigate({ search: next === 'escalation' ? { tab: next } : {}, replace: true })
        }
        tabs={[
          { value: 'channels', label: escalation.tabs.channels, content: <Channels mayChange={mayChange} /> },
          { value: 'escalation', label: escalation.tabs.escalation, content: <Escalation /> },
        ]}
      />
    </>
  );
}

function AddChannel() {
  return (
    <Link to="/channels/new" className={buttonClass('primary')}>
      <Icon name="plus" />
      {words.add}
    </Link>
  );
}

function Channels({ mayChange }: { readonly mayChange: boolean }) {
  const { data: channels, error, refetch } = useQuery(channelsQuery);
  if (error !== null && channels === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (channels === undefined) return <TableSkeleton />;
  return (
    <Panel flush>
      {channels.length === 0 ? (
        <EmptyState icon="channels" title={words.empty.title} action={mayChange ? <AddChannel /> : undefined}>
          {words.empty.text}
        </EmptyState>
      ) : (
        <ChannelTable channels={channels} />
      )}
    </Panel>
  );
}

/** Shows why a channel is failing, so that people needn't open the channel. */
function LastError({ channel }: { readonly channel: Channel }) {
  const response = channel.lastError?.answer ?? '';
  if (healthOf(channel) !== 'failing' || response === '') return null;
  return (
    <span className="block max-w-72 truncate text-table text-soft" title={response}>
      {response}
    </span>
  );
}

const USAGE_COLUMN: Column<Channel> = {
  key: 'usage',
  title: words.columns.usage,
  share: 'w-1/4',
  cell: (channel) => <ChannelUsage channel={channel} />,
};

function ChannelTable({ channels }: { readonly channels: readonly Channel[] }) {
  const { data: types = [] } = useQuery(channelTypesQuery);
  const titles = new Map(types.map(({ type, title }) => [type, title]));
  const columns: readonly Column<Channel>[] = [
    {
      key: 'name',
      title: words.columns.name,
      isUnlabelled: true,
      opensByTap: true,
      cell: (channel) => (
        <span className="flex items-center gap-2">
          <Link
            to="/channels/$shortID"
            params={{ shortID: channel.shortID }}
            className="font-medium hover:text-accent hover:underline"
          >
            {channel.name}
          </Link>
          {channel.isDefault ? <Tag variant="accent">{words.default}</Tag> : null}
        </span>
      ),
    },
    {
      key: 'type',
      title: words.columns.type,
      isUnlabelled: true,
      cell: ({ type }) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <ChannelLogo type={type} />
          {titles.get(type) ?? type}
        </span>
      ),
    },
    {
      key: 'subscriptions',
      title: words.columns.subscriptions,
      isWide: true,
      share: 'w-1/4',
      cell: ({ subscriptions }) => (
        <span className="text-soft">
          {subscriptions.map((subscription) => SUBSCRIPTION_NAMES[subscription]).join(', ')}
        </span>
      ),
    },
    USAGE_COLUMN,
    {
      key: 'state',
      title: words.columns.state,
      isUnlabelled: true,
      cell: (channel) => (
        <>
          <ChannelState channel={channel} />
          <LastError channel={channel} />
        </>
      ),
    },
    {
      key: 'lastSent',
      title: words.columns.lastSent,
      align: 'right',
      cell: ({ lastSentAt, type }) =>
        type === 'group' ? null : lastSentAt === null ? (
          <span className="text-soft">{uiWords.never}</span>
        ) : (
          <span className="whitespace-nowrap">
            <Moment at={lastSentAt} show="distance" />
          </span>
        ),
    },
  ];
  return <Table label={words.title} columns={columns} rows={channels} rowKey={({ shortID }) => shortID} />;
}
