import type { Monitor } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api, messageOf } from '../../data/client.ts';
import { applyToMonitorList } from '../../data/monitors/monitors.ts';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

/** Pauses or resumes a monitor. Offers to undo a pause. Busy until the page shows the result. */
export function usePause({ shortID, paused }: Pick<Monitor, 'shortID' | 'paused'>) {
  const toast = useToast();
  const { mutate, isPending, variables } = useMutation({
    // Sends requests one after another, so that the last one wins.
    scope: { id: `pause ${shortID}` },
    mutationFn: (isPaused: boolean) =>
      isPaused ? api.monitors.pause(shortID) : api.monitors.resume(shortID),
    onSuccess(monitor, isPaused) {
      applyToMonitorList([monitor]);
      toast(isPaused ? { title: words.paused, undo: () => mutate(false) } : { title: words.resumed });
    },
    onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
  });
  return { change: mutate, isBusy: isPending && variables !== paused };
}
