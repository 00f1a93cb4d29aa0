import type { OnCallContact } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MailNotice } from '../../channel-form/operator-notice.tsx';
import { accountQuery } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { onCallContactsQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { words as reach } from '../../on-call/words.ts';
import { messageOf } from '../../ui/error-message.ts';
import { Field } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/section.tsx';
import { Notice, Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { OfflineReason, useOffline } from '../../ui/window/offline.tsx';
import { words } from './words.ts';

const { contact: text } = words;

/** Shows how the reader is alerted when on call. Saves each change immediately. */
export function OwnContact() {
  const { data: contacts } = useQuery(onCallContactsQuery);
  const own = contacts?.find(({ isYou }) => isYou);
  return (
    <Section title={text.title} anchor="your-alerts" intro={text.intro}>
      {own === undefined ? <Skeleton className="h-20 w-full" /> : <Contact own={own} />}
    </Section>
  );
}

function Contact({ own }: { readonly own: OnCallContact }) {
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: account } = useQuery(accountQuery);
  const cache = useQueryClient();
  const toast = useToast();
  const isOffline = useOffline();
  const save = useMutation({
    mutationFn: (chosen: readonly string[]) => api.onCall.updateContact(own.memberID, { channels: chosen }),
    onSuccess: () => cache.invalidateQueries({ queryKey: onCallContactsQuery.queryKey }),
    onError: (error) => toast({ title: messageOf(error), kind: 'problem' }),
  });
  return (
    <div className="flex flex-col gap-3">
      {own.isReachable ? null : (
        <Notice kind="warning">
          <p className="font-medium">{text.unreachable}</p>
          <p>
            {reach.yourMeans} {text.orChannel}
          </p>
        </Notice>
      )}
      <ul className="flex flex-col gap-2">
        <Means label={text.email(own.email)} isReady={account?.service.hasMail !== false}>
          {account?.service.hasMail === false ? (
            <details className="min-w-0 basis-full">
              <summary className="min-h-6 cursor-pointer text-accent">{text.mailSettings}</summary>
              <div className="pt-2">
                <MailNotice />
              </div>
            </details>
          ) : null}
        </Means>
        <Means label={text.devices} isReady={own.hasDevices}>
          <Link to="/account/notifications" className="link">
            {own.hasDevices ? text.manageDevices : text.turnOn}
          </Link>
        </Means>
      </ul>
      {channels.length === 0 ? (
        <Link to="/channels/new" className="self-start link">
          {text.addChannel}
        </Link>
      ) : null}
      <Field label={text.channels} hint={text.channelsHint}>
        <MultiPick
          value={save.isPending ? save.variables : own.channels}
          options={channels.map(({ shortID, name }) => ({ value: shortID, label: name }))}
          onChange={(chosen) => save.mutate(chosen)}
          disabled={isOffline}
        />
        <OfflineReason />
      </Field>
    </div>
  );
}

interface MeansProps {
  readonly label: string;
  readonly isReady: boolean;
  readonly children: ReactNode;
}

/** A way in which alerts reach the reader, or why it can't be used yet. */
function Means({ label, isReady, children }: MeansProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={isReady ? 'text-up' : 'text-soft'}>
        <Icon name={isReady ? 'check' : 'minus'} />
      </span>
      <span className="font-medium wrap-anywhere">{label}</span>
      {isReady ? null : <span className="text-soft">{text.notReady}</span>}
      {children}
    </li>
  );
}
