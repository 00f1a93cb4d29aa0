import { HOUR_MS } from '@overdue/domain/time-units.ts';
import type { IncidentWithFailures, SnoozeEnd } from '@overdue/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useHasRole } from '../data/account/account.ts';
import { incidentQuery } from '../data/alerts/incidents.ts';
import { api } from '../data/client.ts';
import { useWaitingAction, WaitingButton } from '../offline/action-button.tsx';
import { useAction } from '../offline/use-action.ts';
import { words as offline } from '../offline/words.ts';
import { formatTime } from '../time/format-time.ts';
import { useAtEachSecond } from '../time/ticker.ts';
import { ownZone } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { messageOf } from '../ui/error-message.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu/menu.tsx';
import { Moment } from '../ui/moment.tsx';
import { useToast } from '../ui/toasts.tsx';
import { nextMorning } from './morning.ts';
import { useSnooze } from './use-snooze.ts';
import { words } from './words.ts';

const text = words.snooze;
const HOURS = [1, 4] as const;

/**
 * Menu that snoozes an open incident. For a snoozed incident, shows the end of the snooze, and a button to end it now.
 */
export function Snooze({ incident }: { readonly incident: IncidentWithFailures }) {
  const snooze = useSnooze(incident);
  const { actionKey, change, isPending } = useSnoozeChange(incident);
  const waiting = useWaitingAction(actionKey);
  const mayChange = useHasRole('member');
  const { timezone } = incident.monitor;
  const morning = useAtEachSecond((now) => nextMorning(ownZone(), now));
  if (incident.closedAt !== null || incident.acknowledgedAt !== null) return null;
  if (waiting !== undefined) return <WaitingButton waiting={waiting} />;
  if (snooze !== null)
    return (
      <p className="flex min-h-8 flex-wrap items-center gap-x-1.5 gap-y-1 max-md:w-full">
        <Icon name="moon" className="size-4 text-late" />
        <span className="font-medium wrap-anywhere">{text.by(snooze.by)}</span>
        <span className="text-soft">
          {text.until} <Moment at={snooze.until} zone={timezone} />
        </span>
        {mayChange ? (
          <Button variant="plain" needsService busy={isPending} onClick={() => change(null)}>
            {text.end}
          </Button>
        ) : null}
      </p>
    );
  if (!mayChange) return null;
  const inHours = (hours: number) => ({ until: new Date(Date.now() + hours * HOUR_MS).toISOString() });
  return (
    <Menu
      align="start"
      trigger={
        <Button title={text.hint} needsService busy={isPending}>
          {isPending ? null : <Icon name="moon" />}
          {text.snooze}
        </Button>
      }
      entries={[
        ...HOURS.map((hours) => ({
          kind: 'action' as const,
          label: text.hours(hours),
          onSelect: () => change(inHours(hours)),
        })),
        {
          kind: 'action' as const,
          label: text.morning(formatTime(morning, ownZone(), Date.now())),
          onSelect: () => change({ until: new Date(morning).toISOString() }),
        },
      ]}
    />
  );
}

/** Snoozes an incident until a time, or ends its snooze (null). */
function useSnoozeChange({ incidentID, monitor }: IncidentWithFailures) {
  const cache = useQueryClient();
  const toast = useToast();
  const actionKey = `snooze ${incidentID}`;
  const { mutate, isPending } = useAction(
    (end: SnoozeEnd | null) => ({
      key: actionKey,
      label: offline.actions[end === null ? 'unsnooze' : 'snooze'](monitor.name),
      send: () => (end === null ? api.incidents.unsnooze(incidentID) : api.incidents.snooze(incidentID, end)),
    }),
    {
      onSuccess(incident, end) {
        cache.setQueryData(incidentQuery(incidentID).queryKey, incident);
        if (end === null || incident.snoozedUntil === null) toast({ title: text.ended });
        else
          toast({
            title: text.done(formatTime(Date.parse(incident.snoozedUntil), ownZone(), Date.now())),
            undo: () => mutate(null),
          });
        return cache.invalidateQueries({ queryKey: ['incidents', 'list'] });
      },
      onError(error) {
        toast({ title: words.failed, detail: messageOf(error), kind: 'problem' });
        return cache.invalidateQueries({ queryKey: ['incidents'] });
      },
    },
  );
  return { actionKey, change: mutate, isPending };
}
