import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { onCallCalendarQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { formatTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { NewSecret } from '../../ui/new-secret.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { calendar: text } = words;

/** Creates the secret address of the reader's calendar, which is shown only once. */
export function OwnCalendar() {
  const { data: calendar = null } = useQuery(onCallCalendarQuery);
  const [url, setURL] = useState<string | null>(null);
  const cache = useQueryClient();
  const toast = useToast();
  const refresh = () => cache.invalidateQueries({ queryKey: onCallCalendarQuery.queryKey });
  const onError = (error: unknown) => toast({ title: messageOf(error), kind: 'problem' });
  const create = useMutation({
    mutationFn: () => api.onCall.createCalendar(),
    onError,
    onSuccess(created) {
      setURL(created.url);
      return refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: () => api.onCall.deleteCalendar(),
    onError,
    onSuccess() {
      setURL(null);
      toast({ title: text.revoked });
      return refresh();
    },
  });
  return (
    <Section title={text.title} intro={text.intro}>
      {url === null ? null : (
        <NewSecret
          titleID="on-call-calendar"
          shownID={url}
          title={text.createdTitle}
          name=""
          text={text.createdText}
          secret={url}
          copyLabel={text.copy}
          doneLabel={text.done}
          onDone={() => setURL(null)}
        >
          {null}
        </NewSecret>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex-1 basis-48 text-soft">
          {calendar === null
            ? text.none
            : text.since(formatTime(Date.parse(calendar.createdAt), ownZone(), Date.now()))}
        </p>
        <Button needsService busy={create.isPending} onClick={() => create.mutate()}>
          {calendar === null ? text.create : text.renew}
        </Button>
        {calendar === null ? null : (
          <Button needsService busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {text.revoke}
          </Button>
        )}
      </div>
    </Section>
  );
}
