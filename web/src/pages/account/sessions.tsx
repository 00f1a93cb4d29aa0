import type { Session } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionsQuery } from '../../data/sessions.ts';
import { Moment } from '../../time/moment.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from '../../words/account.ts';
import { readDevice } from './device.ts';

const { sessions: text } = words;

/** Where one is signed in, and how to end it. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const [isAsking, setAsking] = useState(false);
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
    <Section title={text.title} intro={text.intro} flush>
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
              <SessionRow
                key={session.sessionID}
                session={session}
                isBusy={revoke.isPending && revoke.variables === session.sessionID}
                onRevoke={() => revoke.mutate(session.sessionID)}
              />
            ))}
          </ul>
          {sessions.length < 2 ? null : (
            <div className="border-t border-line px-4 py-3">
              <Button onClick={() => setAsking(true)}>{text.revokeOthers}</Button>
            </div>
          )}
        </>
      )}
      <Confirm
        open={isAsking}
        title={text.revokeOthersTitle}
        action={text.revokeOthers}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await revoke.mutateAsync('others').catch(() => undefined);
        }}
      >
        {text.revokeOthersText}
      </Confirm>
    </Section>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function SessionRow({ session, isBusy, onRevoke }: SessionRowProps) {
  const { browser, system } = readDevice(session.userAgent);
  const device = text.device(browser ?? text.unknownBrowser, system ?? text.unknownSystem);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <span className="text-soft">
        <Icon name="device" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium" title={session.userAgent}>
            {device}
          </span>
          {session.isCurrent ? <Tag look="accent">{text.current}</Tag> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-table text-soft">
          <span className="numeric">{session.remoteAddress}</span>
          <span>
            {text.used} <Moment at={session.usedAt} show="distance" />
          </span>
          <span>
            {text.since} <Moment at={session.createdAt} />
          </span>
          <span>
            {text.until} <Moment at={session.endsAt} />
          </span>
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button busy={isBusy} onClick={onRevoke} aria-label={`${text.revoke}: ${device}`}>
          {text.revoke}
        </Button>
      )}
    </li>
  );
}
