import type { Monitor } from '@overdue/sdk';
import { api } from '../../data/client.ts';
import { applyToMonitorList } from '../../data/monitors/monitors.ts';
import { useAction } from '../../offline/use-action.ts';
import { words as offline } from '../../offline/words.ts';
import { messageOf } from '../../ui/error-message.ts';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

/** Pauses or resumes a monitor. Offers to undo a pause. `busy` until the page shows the result. */
export function usePause({ shortID, name, paused }: Pick<Monitor, 'shortID' | 'name' | 'paused'>) {
  const toast = useToast();
  const actionKey = `pause ${shortID}`;
  const { mutate, isPending, variables } = useAction(
    (isPaused: boolean) => ({
      key: actionKey,
      label: offline.actions[isPaused ? 'pause' : 'resume'](name),
      send: () => (isPaused ? api.monitors.pause(shortID) : api.monitors.resume(shortID)),
    }),
    {
      // Sends requests one after another, so that the last request takes effect.
      scope: { id: actionKey },
      onSuccess(monitor, isPaused) {
        applyToMonitorList([monitor]);
        toast(isPaused ? { title: words.paused, undo: () => mutate(false) } : { title: words.resumed });
      },
      onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
    },
  );
  return { actionKey, change: mutate, isBusy: isPending && variables !== paused };
}
