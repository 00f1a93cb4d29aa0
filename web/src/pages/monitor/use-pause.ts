import type { MonitorRow } from '@overdue/sdk';
import { api } from '../../data/client.ts';
import { applyToMonitorList } from '../../data/monitors/monitors.ts';
import { useAction } from '../../offline/use-action.ts';
import { words as offline } from '../../offline/words.ts';
import { messageOf } from '../../ui/error-message.ts';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

interface PauseChange {
  readonly isPaused: boolean;
  readonly canUndo: boolean;
}

/**
 * Pauses or resumes a monitor. Offers to undo a pause that ended no incident. `isBusy` is true until the page shows the result.
 */
export function usePause({
  shortID,
  name,
  paused,
  incident,
}: Pick<MonitorRow, 'shortID' | 'name' | 'paused' | 'incident'>) {
  const toast = useToast();
  const actionKey = `pause ${shortID}`;
  const endsIncident = !paused && incident !== null;
  const { mutate, isPending, variables } = useAction(
    ({ isPaused }: PauseChange) => ({
      key: actionKey,
      label: offline.actions[isPaused ? 'pause' : 'resume'](name),
      send: () => (isPaused ? api.monitors.pause(shortID) : api.monitors.resume(shortID)),
    }),
    {
      // Sends requests one after another, so that the last request takes effect.
      scope: { id: actionKey },
      onSuccess(monitor, { isPaused, canUndo }) {
        applyToMonitorList([monitor]);
        const undo = canUndo ? { undo: () => change(false) } : {};
        toast({
          about: actionKey,
          ...(isPaused ? { title: words.paused, ...undo } : { title: words.resumed }),
        });
      },
      onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
    },
  );
  function change(isPaused: boolean): void {
    mutate({ isPaused, canUndo: !endsIncident });
  }
  return { actionKey, endsIncident, change, isBusy: isPending && variables.isPaused !== paused };
}
