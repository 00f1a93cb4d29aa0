import type { Channel, ChannelType } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { canAlert } from '../channel/channel-health.ts';
import { ChannelLogo } from '../channel/channel-logo.tsx';
import { groupFields } from '../channel-form/settings-fields.ts';
import { SettingsForm } from '../channel-form/settings-form.tsx';
import { TopicLink } from '../channel-form/topic-link.tsx';
import { useChannelForm } from '../channel-form/use-channel-form.ts';
import { words as channelWords } from '../channel-form/words.ts';
import { accountQuery, useHasRole } from '../data/account/account.ts';
import { channelsQuery, channelTypesQuery } from '../data/alerts/channels.ts';
import { api } from '../data/client.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Segments } from '../ui/form/segments.tsx';
import { Panel } from '../ui/panel.tsx';
import { Notice } from '../ui/states.tsx';
import { BesideExplanations, Explanations } from './explanations.tsx';
import { FailingChannel, TestedChannel } from './tested-channel.tsx';
import { words } from './words.ts';

const { question: text } = words;
const OFFERED: readonly string[] = ['email', 'webpush', 'ntfy', 'slack', 'webhook'];

interface CreatedChannel {
  readonly channel: Channel;
  readonly type: ChannelType;
  /** Values of the form, in which secrets are not masked. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Asks for an alert channel until one works. Then shows the receiver's response to a test alert. */
export function AlertQuestion() {
  const { data: channels } = useQuery(channelsQuery);
  const { data: types } = useQuery(channelTypesQuery);
  const { data: account } = useQuery(accountQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [created, setCreated] = useState<CreatedChannel | null>(null);
  const [wantsAnother, setWantsAnother] = useState(false);
  const mayChange = useHasRole('member');
  if (!mayChange || channels === undefined || types === undefined || account === undefined) return null;
  function askAgain(): void {
    setCreated(null);
    setWantsAnother(true);
  }
  if (created !== null) {
    return (
      <Panel title={text.title}>
        <TestedChannel
          channel={created.channel}
          explanations={<Explanations type={created.type} values={created.values} />}
          onAnother={askAgain}
        />
      </Panel>
    );
  }
  const [first] = channels;
  if (first !== undefined && !wantsAnother) {
    if (channels.some(canAlert)) return null;
    return (
      <Panel title={text.title}>
        <FailingChannel channel={first} onAnother={askAgain} />
      </Panel>
    );
  }
  const offered = OFFERED.flatMap((name) => types.find(({ type }) => type === name) ?? []);
  const type = offered.find(
    (candidate) => candidate.type === (chosen ?? (account.service.hasMail ? 'email' : 'ntfy')),
  );
  return (
    <Panel title={text.title}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">{text.text}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Segments
            label={text.by}
            value={type?.type ?? ''}
            options={offered.map((channelType) => ({
              value: channelType.type,
              label: (
                <span className="inline-flex items-center gap-1.5">
                  <ChannelLogo type={channelType.type} className="size-3.5" />
                  {channelType.title}
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
  readonly onCreated: (created: CreatedChannel) => void;
}

function QuickChannel({ type, email, onCreated }: QuickChannelProps) {
  const form = useChannelForm(type);
  const [isEdited, setEdited] = useState(false);
  const isMail = type.type === 'email';
  const values = isMail && !isEdited ? { to: email } : form.values;
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: (input: NonNullable<ReturnType<typeof form.submit>>) =>
      api.channels.create({ type: type.type, ...input }),
    onSuccess(channel) {
      onCreated({ channel, type, values });
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
    <BesideExplanations>
      <Explanations type={type} values={values} />
      <form ref={form.element} onSubmit={submit} noValidate className="flex max-w-140 min-w-0 flex-col gap-4">
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
        <TopicLink type={type.type} values={values} />
        <Button variant="primary" type="submit" needsService busy={create.isPending} className="self-start">
          {channelWords.form.createAndTest}
        </Button>
      </form>
    </BesideExplanations>
  );
}
