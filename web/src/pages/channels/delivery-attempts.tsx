import type { Attempt, Delivery } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { deliveryQuery, sendDeliveryAgain } from '../../data/alerts/channels.ts';
import { formatSeconds } from '../../time/format-duration.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';

const { deliveries: text } = words;

const COLUMNS: readonly Column<Attempt>[] = [
  { key: 'at', title: text.attempt.at, cell: ({ at }) => <Moment at={at} show="seconds" /> },
  { key: 'outcome', title: text.attempt.outcome, cell: ({ outcome }) => text.attempt.outcomes[outcome] },
  {
    key: 'answer',
    title: text.attempt.answer,
    isWide: true,
    cell: ({ status, answer }) => (
      <span className="wrap-anywhere">{[status ?? '', answer].filter((part) => part !== '').join(' ')}</span>
    ),
  },
  {
    key: 'latency',
    title: text.attempt.latency,
    align: 'right',
    cell: ({ latency }) => formatSeconds(latency),
  },
];

export function DeliveryAttempts({
  delivery,
  onClose,
}: {
  readonly delivery: Delivery | null;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      wide
      open={delivery !== null}
      onClose={onClose}
      title={delivery === null ? '' : text.open(delivery.title)}
    >
      {delivery === null ? null : <Opened delivery={delivery} />}
    </Dialog>
  );
}

function Opened({ delivery }: { readonly delivery: Delivery }) {
  const { data, error } = useQuery(deliveryQuery(delivery.key));
  const toast = useToast();
  const mayChange = useHasRole('member');
  const again = useMutation({
    mutationFn: () => sendDeliveryAgain(delivery.key),
    onSuccess: () => toast({ title: text.sentAgain }),
    onError: (problem) => toast({ title: messageOf(problem), kind: 'problem' }),
  });
  if (error !== null && data === undefined) return <ErrorState error={error} />;
  if (data === undefined) return <Skeleton className="my-3 h-32" />;
  const isDone = data.delivery.state !== 'waiting';
  return (
    <div className="flex flex-col gap-3 pt-3">
      {data.delivery.text.map((paragraph) => (
        <p key={paragraph} className="text-soft">
          {paragraph}
        </p>
      ))}
      <div className="rounded-md border border-line">
        <Table label={text.attempts} columns={COLUMNS} rows={data.attempts} rowKey={({ at }) => at} />
      </div>
      {isDone && mayChange ? (
        <Button className="self-end" needsService busy={again.isPending} onClick={() => again.mutate()}>
          {text.again}
        </Button>
      ) : null}
    </div>
  );
}
