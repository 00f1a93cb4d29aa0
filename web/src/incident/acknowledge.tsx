import type { Incident, IncidentWithFailures } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useShortcuts } from '../app/keyboard/keyboard.ts';
import { accountQuery, useHasRole } from '../data/account/account.ts';
import { incidentQuery } from '../data/alerts/incidents.ts';
import { api } from '../data/client.ts';
import { ActionButton } from '../offline/action-button.tsx';
import { useAction } from '../offline/use-action.ts';
import { words as offline } from '../offline/words.ts';
import { messageOf } from '../ui/error-message.ts';
import { Icon } from '../ui/icon.tsx';
import { Linked } from '../ui/linked/linked.tsx';
import { Moment } from '../ui/moment.tsx';
import { useToast } from '../ui/toasts.tsx';
import { words } from './words.ts';

/**
 * Button that acknowledges an open incident immediately. Afterwards, shows the member's name and a button that takes back or
 * takes over the acknowledgement.
 */
export function Acknowledge({ incident }: { readonly incident: Incident }) {
  const { acknowledgedAt, acknowledgedBy, closedAt, note } = incident;
  if (acknowledgedAt !== null && acknowledgedBy !== null) {
    const name = closedAt === null ? words.isOnIt(acknowledgedBy) : words.wasOnIt(acknowledgedBy);
    return (
      <div className="flex flex-col max-md:w-full">
        <p className="flex min-h-8 flex-wrap items-center gap-x-1.5">
          <Icon name="check" className="size-4 text-up" />
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-soft">
            <Moment at={acknowledgedAt} show="distance" />
          </span>
          {closedAt === null ? <ChangeButton incident={incident} /> : null}
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

/** Button that takes back the user's own acknowledgement, or takes over another member's acknowledgement. */
function ChangeButton({ incident }: { readonly incident: Incident }) {
  const { actionKey, change, isPending } = useAcknowledgement(incident);
  const ownName = useOwnName();
  const mayChange = useHasRole('member');
  if (!mayChange || ownName === undefined) return null;
  const isOwn = incident.acknowledgedBy === ownName;
  return (
    <ActionButton
      actionKey={actionKey}
      variant="plain"
      title={isOwn ? words.takeBackHint : words.takeOverHint}
      busy={isPending}
      onClick={() => change(isOwn ? 'unacknowledge' : 'takeOver')}
    >
      {isOwn ? words.takeBack : words.takeOver}
    </ActionButton>
  );
}

interface AcknowledgeButtonProps {
  readonly incident: Incident;
  /** Whether the button is one of several in a list of incidents. */
  readonly isInRow?: boolean;
}

export function AcknowledgeButton({ incident, isInRow = false }: AcknowledgeButtonProps) {
  const { actionKey, change, isPending } = useAcknowledgement(incident);
  const mayAcknowledge = useHasRole('member');
  useShortcuts({
    acknowledge: isInRow || !mayAcknowledge || isPending ? undefined : () => change('acknowledge'),
  });
  if (!mayAcknowledge) return null;
  return (
    <ActionButton
      actionKey={actionKey}
      variant={isInRow ? 'plain' : 'primary'}
      aria-label={isInRow ? words.acknowledgeNamed(incident.monitor.name) : undefined}
      title={words.acknowledgeHint}
      data-acknowledge=""
      busy={isPending}
      onClick={() => change('acknowledge')}
      className={isInRow ? 'h-7! max-md:h-10!' : 'max-md:h-12 max-md:w-full max-md:text-lg'}
    >
      {isPending ? null : <Icon name="check" />}
      {words.acknowledge}
    </ActionButton>
  );
}

type AcknowledgementChange = 'acknowledge' | 'takeOver' | 'unacknowledge';

/** Acknowledges an incident, or takes over or takes back its acknowledgement. */
function useAcknowledgement({ incidentID, monitor }: Pick<Incident, 'incidentID' | 'monitor'>) {
  const cache = useQueryClient();
  const toast = useToast();
  const ownName = useOwnName();
  const actionKey = `acknowledge ${incidentID}`;
  const { mutate, isPending } = useAction<IncidentWithFailures, AcknowledgementChange>(
    (change) => ({
      key: actionKey,
      label: offline.actions[change](monitor.name),
      send: () => api.incidents[change](incidentID),
      async findResult() {
        const incident = await api.incidents.get(incidentID);
        return incident.acknowledgedBy === (change === 'unacknowledge' ? null : ownName) ? incident : null;
      },
    }),
    {
      onSuccess(incident, change) {
        cache.setQueryData(incidentQuery(incidentID).queryKey, incident);
        toast({
          title: words.acknowledgement[change],
          about: actionKey,
          ...(change === 'acknowledge' ? { undo: () => mutate('unacknowledge') } : {}),
        });
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
  return { actionKey, change: mutate, isPending };
}

/** Returns the name of this user in incidents; undefined until it is loaded. */
function useOwnName(): string | undefined {
  const { data: account } = useQuery(accountQuery);
  return account === undefined ? undefined : account.name.trim() || account.email;
}
