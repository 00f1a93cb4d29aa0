import type { Incident } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useShortcuts } from '../app/keyboard/keyboard.ts';
import { accountQuery, useMay } from '../data/account/account.ts';
import { incidentQuery } from '../data/alerts/incidents.ts';
import { api, messageOf } from '../data/client.ts';
import { ActionButton } from '../offline/action-button.tsx';
import { useAction } from '../offline/use-action.ts';
import { words as offline } from '../offline/words.ts';
import { Moment } from '../time/moment.tsx';
import { Icon } from '../ui/icon.tsx';
import { Linked } from '../ui/linked/linked.tsx';
import { useToast } from '../ui/toasts.tsx';
import { words } from './words.ts';

/** Button that acknowledges an open incident immediately. After the acknowledgement, shows the member's name. */
export function Acknowledge({ incident }: { readonly incident: Incident }) {
  const { acknowledgedAt, acknowledgedBy, closedAt, note } = incident;
  if (acknowledgedAt !== null && acknowledgedBy !== null) {
    const name = closedAt === null ? words.isOnIt(acknowledgedBy) : words.wasOnIt(acknowledgedBy);
    return (
      <div className="flex min-h-8 flex-col justify-center max-md:w-full">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <Icon name="check" className="size-4 text-up" />
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-soft">
            <Moment at={acknowledgedAt} show="distance" />
          </span>
        </p>
        {note === null || note === '' ? null : (
          <p className="max-w-100 wrap-anywhere text-soft">
            <Linked text={note} />
          </p>
        )}
      </div>
    );
  }
  return closedAt === null ? <AcknowledgeButton incident={incident} /> : null;
}

interface AcknowledgeButtonProps {
  readonly incident: Incident;
  /** Whether the button is one of several in a list of incidents. */
  readonly isInRow?: boolean;
}

export function AcknowledgeButton({
  incident: { incidentID, monitor },
  isInRow = false,
}: AcknowledgeButtonProps) {
  const cache = useQueryClient();
  const toast = useToast();
  const { data: account } = useQuery(accountQuery);
  const actionKey = `acknowledge ${incidentID}`;
  const { mutate, isPending } = useAction(
    () => ({
      key: actionKey,
      label: offline.actions.acknowledge(monitor.name),
      send: () => api.incidents.acknowledge(incidentID),
      async findResult() {
        const incident = await api.incidents.get(incidentID);
        return incident.acknowledgedBy === account?.name ? incident : null;
      },
    }),
    {
      onSuccess(incident) {
        cache.setQueryData(incidentQuery(incidentID).queryKey, incident);
        toast({ title: words.acknowledged });
        return Promise.all(
          ['list', 'open'].map((part) => cache.invalidateQueries({ queryKey: ['incidents', part] })),
        );
      },
      onError(error) {
        toast({ title: words.failed, detail: messageOf(error), kind: 'problem' });
        return cache.invalidateQueries({ queryKey: ['incidents'] });
      },
    },
  );
  const mayAcknowledge = useMay('member');
  useShortcuts({ acknowledge: isInRow || !mayAcknowledge || isPending ? undefined : () => mutate() });
  if (!mayAcknowledge) return null;
  return (
    <ActionButton
      actionKey={actionKey}
      variant={isInRow ? 'plain' : 'primary'}
      aria-label={isInRow ? words.acknowledgeNamed(monitor.name) : undefined}
      title={words.acknowledgeHint}
      busy={isPending}
      onClick={() => mutate()}
      className={isInRow ? 'h-7! max-md:h-10!' : 'max-md:h-12 max-md:w-full max-md:text-lg'}
    >
      {isPending ? null : <Icon name="check" />}
      {words.acknowledge}
    </ActionButton>
  );
}
