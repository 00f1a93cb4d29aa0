import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionsQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { DeviceRow } from './device-row.tsx';
import { words } from './words.ts';

const { sessions: text } = words;

export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: async (sessionID: string | 'others') => {
      if (sessionID === 'others') await api.accounts.revokeOtherSessions();
      else await api.accounts.revokeSession(sessionID);
    },
    onSuccess: () => toast({ title: text.revoked }),
    onError: (problem) => toast({ kind: 'problem', title: messageOf(problem) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <Section title={text.title} anchor="sessions" intro={text.intro} flush>
      {sessions === undefined ? (
        error === null ? (
          <Skeleton className="h-16 w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <DeviceRow
                key={session.sessionID}
                device={session}
                used={text.used}
                times={
                  <>
                    <span>
                      {text.since} <Moment at={session.createdAt} />
                    </span>
                    <span>
                      {text.until} <Moment at={session.endsAt} />
                    </span>
                  </>
                }
                revoke={
                  session.isCurrent
                    ? null
                    : {
                        label: text.revoke,
                        isBusy: revoke.isPending && revoke.variables === session.sessionID,
                        onRevoke: () => revoke.mutate(session.sessionID),
                      }
                }
              />
            ))}
          </ul>
          {sessions.length < 2 ? null : (
            <div className="border-t border-line px-4 py-3">
              <Button onClick={() => setConfirming(true)}>{text.revokeOthers}</Button>
            </div>
          )}
        </>
      )}
      <Confirm
        open={isConfirming}
        title={text.revokeOthersTitle}
        action={text.revokeOthers}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await revoke.mutateAsync('others').catch(() => undefined);
        }}
      >
        {text.revokeOthersText}
      </Confirm>
    </Section>
  );
}
