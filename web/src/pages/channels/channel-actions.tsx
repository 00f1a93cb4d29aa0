import type { Channel, TestAttempt } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ReceiverResponse } from '../../channel-form/receiver-response.tsx';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { countAlertedOnlyBy } from '../../data/only-channel.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { formatSeconds } from '../../time/format-duration.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { usageText } from './channel-usage.tsx';
import { useChannelUsage } from './use-channel-usage.ts';

export function ChannelActions({ channel }: { readonly channel: Channel }) {
  const [isDeleting, setDeleting] = useState(false);
  const [result, setResult] = useState<TestAttempt | null>(null);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const mayChange = useHasRole('member');
  const test = useMutation({
    mutationFn: () => api.channels.test(channel.shortID),
    onSuccess: setResult,
    onError: (error) => toast({ title: messageOf(error), kind: 'problem' }),
    onSettled: () => cache.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  });
  async function remove(): Promise<void> {
    try {
      await api.channels.delete(channel.shortID);
      toast({ title: words.delete.done(channel.name) });
      await navigate({ to: '/channels' });
      await cache.invalidateQueries({ queryKey: channelsQuery.queryKey });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }
  if (!mayChange) return null;
  return (
    <>
      {channel.type === 'group' ? null : (
        <Button needsService busy={test.isPending} onClick={() => test.mutate()}>
          <Icon name="bolt" />
          {test.isPending ? words.test.sending : words.test.send}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton variant="plain" label={uiWords.more}>
            <Icon name="more" />
          </IconButton>
        }
        entries={[
          {
            kind: 'action',
            label: words.delete.action,
            icon: 'trash',
            danger: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      <TestResult result={result} onClose={() => setResult(null)} />
      <Confirm
        open={isDeleting}
        title={words.delete.title(channel.name)}
        action={uiWords.delete}
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        <DeleteText channel={channel} />
      </Confirm>
    </>
  );
}

function DeleteText({ channel }: { readonly channel: Channel }) {
  const usage = useChannelUsage()?.(channel.shortID);
  const { data: list } = useQuery(monitorsQuery);
  const { data: projects } = useQuery(projectsQuery);
  const { data: channels } = useQuery(channelsQuery);
  const count =
    list === undefined || projects === undefined || channels === undefined
      ? 0
      : countAlertedOnlyBy(channel.shortID, { monitors: list.monitors, projects, channels });
  return (
    <>
      {usage === undefined ? null : usageText(usage)} {words.delete.text}
      {count === 0 ? null : <strong className="block pt-2">{words.delete.only(count)}</strong>}
    </>
  );
}

function TestResult({
  result,
  onClose,
}: {
  readonly result: TestAttempt | null;
  readonly onClose: () => void;
}) {
  const isSent = result?.outcome === 'sent';
  return (
    <Dialog
      open={result !== null}
      onClose={onClose}
      title={isSent ? words.test.sent : words.test.failed}
      description={
        result === null
          ? undefined
          : [
              result.status === null ? '' : words.test.status(result.status),
              words.test.took(formatSeconds(result.latency)),
            ]
              .filter((part) => part !== '')
              .join(' · ')
      }
    >
      <ReceiverResponse answer={result?.answer ?? ''} height="max-h-60" />
    </Dialog>
  );
}
