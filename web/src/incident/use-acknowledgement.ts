import type { Incident, IncidentWithFailures } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../data/account/account.ts';
import { incidentQuery } from '../data/alerts/incidents.ts';
import { api } from '../data/client.ts';
import { useAction } from '../offline/use-action.ts';
import { words as offline } from '../offline/words.ts';
import { messageOf } from '../ui/error-message.ts';
import { useToast } from '../ui/toasts.tsx';
import { words } from './words.ts';

type AcknowledgementChange = 'acknowledge' | 'takeOver' | 'unacknowledge';

/** Acknowledges an incident, or takes over or takes back its acknowledgement. */
export function useAcknowledgement({ incidentID, monitor }: Pick<Incident, 'incidentID' | 'monitor'>) {
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
export function useOwnName(): string | undefined {
  const { data: account } = useQuery(accountQuery);
  return account === undefined ? undefined : account.name.trim() || account.email;
}
