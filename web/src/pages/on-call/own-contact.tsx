import type { OnCallContact } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OperatorNotice } from '../../channel-form/operator-notice.tsx';
import { accountQuery } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { onCallContactsQuery } from '../../data/alerts/on-call.ts';
import { api, messageOf } from '../../data/client.ts';
import { UnreachableReader } from '../../on-call/unreachable-members.tsx';
import { Field } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { OfflineReason, useOffline } from '../../ui/window/offline.tsx';
import { words } from './words.ts';

const { contact: text } = words;

/** Shows how the reader is alerted when on call. Saves each change immediately. */
export function OwnContact() {
  const { data: contacts } = useQuery(onCallContactsQuery);
  const own = contacts?.find(({ isYou }) => isYou);
  return (
    <Section title={text.title} intro={text.intro}>
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
      {account?.service.hasMail === false ? (
        <OperatorNotice type="email" values={{}} />
      ) : (
        <p className="font-medium">{text.email(own.email)}</p>
      )}
      {own.hasDevices ? <p className="font-medium">{text.devices}</p> : null}
      {own.isReachable ? null : <UnreachableReader />}
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
