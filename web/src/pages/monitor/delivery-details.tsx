import type { Attempt, Delivery } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeliveryState } from '../../channel/delivery-state.tsx';
import { useHasRole } from '../../data/account/account.ts';
import { deliveryQuery, sendDeliveryAgain } from '../../data/alerts/channels.ts';
import { formatSeconds } from '../../time/format-duration.ts';
import { useAtEachSecond } from '../../time/ticker.ts';
import { Upcoming } from '../../time/upcoming.tsx';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

export function DeliveryDetails({ deliveryKey }: { readonly deliveryKey: string }) {
  const { data } = useQuery(deliveryQuery(deliveryKey));
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return <Skeleton className="h-5 w-40" />;
  const { delivery, attempts } = data;
  return (
    <div className="flex flex-[2] basis-90 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DeliveryState state={delivery.state} hasIcon />
        {delivery.doneAt === null && delivery.nextAttemptAt !== null ? (
          <span>
            {words.transition.nextAttempt} <Upcoming at={delivery.nextAttemptAt} />
          </span>
        ) : (
          <Moment at={delivery.doneAt ?? delivery.createdAt} show="both" />
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="ml-auto inline-flex min-h-6 items-center gap-1 rounded-sm text-soft hover:text-ink"
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-3" />
          {words.transition.attempts} ({attempts.length})
        </button>
      </div>
      {isOpen ? (
        <div className="flex flex-col gap-2">
          <p className="font-medium">{delivery.title}</p>
          {delivery.text.map((paragraph) => (
            <p key={paragraph} className="whitespace-pre-line break-words text-soft">
              {paragraph}
            </p>
          ))}
          <ol className="flex flex-col gap-1.5">
            {attempts.length === 0 ? <li className="text-soft">{words.transition.noAttempts}</li> : null}
            {attempts.map((attempt) => (
              <AttemptRow key={attempt.at} attempt={attempt} />
            ))}
          </ol>
          <SendAgain delivery={delivery} />
        </div>
      ) : null}
    </div>
  );
}

function AttemptRow({ attempt }: { readonly attempt: Attempt }) {
  return (
    <li className="flex flex-col border-l-2 border-line pl-2.5">
      <span className="numeric flex flex-wrap gap-x-2.5">
        <span className={`font-medium ${attempt.outcome === 'sent' ? 'text-up' : 'text-down'}`}>
          {words.transition.outcome[attempt.outcome]}
        </span>
        <Moment at={attempt.at} />
        {attempt.status === null ? null : (
          <span className="text-soft">{words.transition.status(attempt.status)}</span>
        )}
        <span className="text-soft">{words.transition.took(formatSeconds(attempt.latency))}</span>
        {attempt.nextAt === null ? null : <NextAttempt at={attempt.nextAt} />}
      </span>
      {attempt.answer === '' ? null : (
        <span className="break-words font-mono text-xs text-soft">{attempt.answer}</span>
      )}
    </li>
  );
}

/** Shows the time of the next attempt. After that time, shows nothing, because the attempt has its own row. */
function NextAttempt({ at }: { readonly at: string }) {
  const isAhead = useAtEachSecond((now) => Date.parse(at) > now);
  if (!isAhead) return null;
  return (
    <span className="text-soft">
      {words.transition.nextAttempt} <Upcoming at={at} />
    </span>
  );
}

function SendAgain({ delivery }: { readonly delivery: Delivery }) {
  const mayChange = useHasRole('member');
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendDeliveryAgain(delivery.key),
    onSuccess: () => toast({ title: words.transition.sentAgain }),
    onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
  });
  if (!mayChange || delivery.state === 'waiting') return null;
  return (
    <div>
      <Button needsService busy={isPending} onClick={() => mutate()}>
        {isPending ? null : <Icon name="refresh" />}
        {words.transition.sendAgain}
      </Button>
    </div>
  );
}
