import type { Channel, TestAttempt } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReceiverResponse } from '../channel-form/receiver-response.tsx';
import { words as channelWords } from '../channel-form/words.ts';
import { channelsQuery } from '../data/alerts/channels.ts';
import { api } from '../data/client.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { messageOf } from '../ui/error-message.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/states.tsx';
import { BesideExplanations } from './explanations.tsx';
import { words } from './words.ts';

const { question: text } = words;

interface TestedChannelProps {
  readonly channel: Channel;
  /** Explanations beside the form. They stay visible until the test alert arrives. */
  readonly explanations: ReactNode;
  readonly onAnother: () => void;
}

/** Sends the test alert when the component appears, and again on demand. */
export function TestedChannel({ channel, explanations, onAnother }: TestedChannelProps) {
  const cache = useQueryClient();
  const test = useQuery({
    queryKey: ['first-test', channel.shortID],
    queryFn: async (): Promise<TestAttempt> => {
      const attempt = await api.channels.test(channel.shortID);
      await cache.invalidateQueries({ queryKey: channelsQuery.queryKey });
      return attempt;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const hasFailed = !test.isFetching && test.data?.outcome !== 'sent';
  const result = (
    <div className="flex min-w-0 flex-col gap-3">
      <Outcome isSending={test.isFetching} hasFailed={hasFailed} />
      {test.error === null ? null : <Notice kind="problem">{messageOf(test.error)}</Notice>}
      {test.data === undefined ? null : <Response attempt={test.data} />}
      <div className="flex flex-wrap gap-2">
        <ChannelLink channel={channel} label={hasFailed ? text.edit : text.openChannel} />
        <Button variant="quiet" needsService busy={test.isFetching} onClick={() => void test.refetch()}>
          {text.again}
        </Button>
        {hasFailed ? (
          <Button variant="quiet" onClick={onAnother}>
            {text.another}
          </Button>
        ) : null}
      </div>
    </div>
  );
  if (test.data?.outcome === 'sent') return result;
  return (
    <BesideExplanations>
      {result}
      {explanations}
    </BesideExplanations>
  );
}

interface OutcomeProps {
  readonly isSending: boolean;
  readonly hasFailed: boolean;
}

function Outcome({ isSending, hasFailed }: OutcomeProps) {
  if (isSending)
    return (
      <p role="status" className="font-semibold">
        {channelWords.test.sending}
      </p>
    );
  return (
    <p
      role="status"
      className={`flex items-center gap-1.5 font-semibold ${hasFailed ? 'text-down' : 'text-up'}`}
    >
      <Icon name={hasFailed ? 'incidents' : 'check'} />
      {hasFailed ? channelWords.test.failed : channelWords.test.sent}
    </p>
  );
}

function Response({ attempt: { status, answer } }: { readonly attempt: TestAttempt }) {
  return (
    <>
      {status === null ? null : <p className="text-table text-soft">{channelWords.test.status(status)}</p>}
      <ReceiverResponse answer={answer} height="max-h-40" />
    </>
  );
}

interface FailingChannelProps {
  readonly channel: Channel;
  readonly onAnother: () => void;
}

/** Shows the first channel and its last error, if the page was reloaded before any channel worked. */
export function FailingChannel({ channel, onAnother }: FailingChannelProps) {
  return (
    <div className="flex flex-col gap-3">
      <Notice kind="problem">
        <p className="font-medium">{text.notWorking(channel.name)}</p>
        <p className="wrap-anywhere">
          {(channel.disabled ?? channel.lastError?.answer) || channelWords.test.noResponse}
        </p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        <ChannelLink channel={channel} label={text.edit} />
        <Button variant="quiet" onClick={onAnother}>
          {text.another}
        </Button>
      </div>
    </div>
  );
}

function ChannelLink({ channel, label }: { readonly channel: Channel; readonly label: string }) {
  return (
    <Link to="/channels/$shortID" params={{ shortID: channel.shortID }} className={buttonClass('plain')}>
      {label}
    </Link>
  );
}
