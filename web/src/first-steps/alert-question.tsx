import type { Channel, ChannelType, TestAttempt } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { OperatorNotice } from '../channel-form/operator-notice.tsx';
import { groupFields } from '../channel-form/settings-fields.ts';
import { SettingsForm } from '../channel-form/settings-form.tsx';
import { useChannelForm } from '../channel-form/use-channel-form.ts';
import { words as channelWords } from '../channel-form/words.ts';
import { accountQuery, useMay } from '../data/account/account.ts';
import { channelsQuery, channelTypesQuery } from '../data/alerts/channels.ts';
import { api, messageOf } from '../data/client.ts';
import { ChannelLogo } from '../monitor/channel-logo.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Segments } from '../ui/form/segments.tsx';
import { Panel } from '../ui/panel.tsx';
import { Notice } from '../ui/states.tsx';
import { words } from './words.ts';

const { question: text } = words;
const OFFERED: readonly string[] = ['email', 'ntfy', 'slack', 'webhook'];

/** Asks who is alerted, while the team has no channel. Then shows the receiver's response to a test alert. */
export function AlertQuestion() {
  const { data: channels } = useQuery(channelsQuery);
  const { data: types } = useQuery(channelTypesQuery);
  const { data: account } = useQuery(accountQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [created, setCreated] = useState<Channel | null>(null);
  const mayChange = useMay('member');
  if (!mayChange || channels === undefined || types === undefined || account === undefined) return null;
  if (created !== null) {
    return (
      <Panel title={text.title}>
        <Tested channel={created} />
      </Panel>
    );
  }
  if (channels.length > 0) return null;
  const offered = OFFERED.flatMap((name) => types.find(({ type }) => type === name) ?? []);
  const type = offered.find((each) => each.type === (chosen ?? (account.service.hasMail ? 'email' : 'ntfy')));
  return (
    <Panel title={text.title}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">{text.text}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Segments
            label={text.by}
            value={type?.type ?? ''}
            options={offered.map((each) => ({
              value: each.type,
              label: (
                <span className="inline-flex items-center gap-1.5">
                  <ChannelLogo type={each.type} className="size-3.5" />
                  {each.title}
                </span>
              ),
            }))}
            onChange={setChosen}
          />
          <Link to="/channels/new" className={buttonClass('quiet')}>
            {text.others}
          </Link>
        </div>
        {type === undefined ? null : (
          <QuickChannel key={type.type} type={type} email={account.email} onCreated={setCreated} />
        )}
      </div>
    </Panel>
  );
}

interface QuickChannelProps {
  readonly type: ChannelType;
  readonly email: string;
  readonly onCreated: (channel: Channel) => void;
}

function QuickChannel({ type, email, onCreated }: QuickChannelProps) {
  const form = useChannelForm(type);
  const [isEdited, setEdited] = useState(false);
  const values = type.type === 'email' && !isEdited ? { to: email } : form.values;
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: (input: NonNullable<ReturnType<typeof form.submit>>) =>
      api.channels.create({ type: type.type, ...input }),
    onSuccess(channel) {
      onCreated(channel);
      return cache.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
    onError: form.refuse,
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    const input = form.submit(values);
    if (input !== null) create.mutate(input);
  }
  return (
    <form onSubmit={submit} noValidate className="flex max-w-140 flex-col gap-4">
      <OperatorNotice type={type.type} values={values} />
      {form.general === undefined ? null : <Notice kind="problem">{form.general}</Notice>}
      <SettingsForm
        fields={groupFields(form.fields).shown}
        values={values}
        onChange={(next) => {
          setEdited(true);
          form.setValues(next);
        }}
        onLeave={form.touch}
        problemOf={form.problemOf}
      />
      <Button variant="primary" type="submit" needsService busy={create.isPending} className="self-start">
        {channelWords.form.createAndTest}
      </Button>
    </form>
  );
}

/** Sends the test alert once, when it appears, and again on demand. */
function Tested({ channel }: { readonly channel: Channel }) {
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
  const isSent = test.data?.outcome === 'sent';
  const answer = test.data === undefined ? '' : test.data.answer || channelWords.test.noAnswer;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className={`font-semibold ${isSent ? 'text-up' : ''}`}>
        {test.isFetching
          ? channelWords.test.sending
          : isSent
            ? channelWords.test.sent
            : channelWords.test.failed}
      </p>
      {test.error === null ? null : <Notice kind="problem">{messageOf(test.error)}</Notice>}
      {test.data === undefined ? null : (
        <>
          {test.data.status === null ? null : (
            <p className="text-table text-soft">{channelWords.test.status(test.data.status)}</p>
          )}
          <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 font-mono text-table wrap-anywhere">
            {answer}
          </pre>
        </>
      )}
      <div className="flex gap-2">
        <Link to="/channels/$shortID" params={{ shortID: channel.shortID }} className={buttonClass('plain')}>
          {text.openChannel}
        </Link>
        <Button variant="quiet" needsService busy={test.isFetching} onClick={() => void test.refetch()}>
          {text.again}
        </Button>
      </div>
    </div>
  );
}
