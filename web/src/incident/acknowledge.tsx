import type { Incident } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../data/account/account.ts';
import { incidentQuery } from '../data/alerts/incidents.ts';
import { api, messageOf } from '../data/client.ts';
import { Moment } from '../time/moment.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useToast } from '../ui/toasts.tsx';
import { words } from './words.ts';

/** Button that acknowledges an open incident at once; or who has acknowledged it. */
export function Acknowledge({ incident }: { readonly incident: Incident }) {
  const { acknowledgedAt, acknowledgedBy, closedAt } = incident;
  if (acknowledgedAt !== null && acknowledgedBy !== null) {
    const name = closedAt === null ? words.isOnIt(acknowledgedBy) : words.wasOnIt(acknowledgedBy);
    return (
      <p className="flex min-h-8 flex-wrap items-center gap-x-1.5 max-md:w-full">
        <Icon name="check" className="size-4 text-up" />
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-soft">
          <Moment at={acknowledgedAt} show="distance" />
        </span>
      </p>
    );
  }
  return closedAt === null ? <AcknowledgeButton incident={incident} /> : null;
}

function AcknowledgeButton({ incident: { incidentID } }: { readonly incident: Incident }) {
  const cache = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.incidents.acknowledge(incidentID),
    onSuccess(incident) {
      cache.setQueryData(incidentQuery(incidentID).queryKey, incident);
      toast({ title: words.acknowledged });
      return cache.invalidateQueries({ queryKey: ['incidents', 'list'] });
    },
    onError(error) {
      toast({ title: words.notAcknowledged, detail: messageOf(error), kind: 'problem' });
      return cache.invalidateQueries({ queryKey: ['incidents'] });
    },
  });
  if (!useMay('member')) return null;
  return (
    <Button
      variant="primary"
      title={words.acknowledgeHint}
      busy={isPending}
      onClick={() => mutate()}
      className="max-md:h-12 max-md:w-full max-md:text-lg"
    >
      {isPending ? null : <Icon name="check" />}
      {words.acknowledge}
    </Button>
  );
}
