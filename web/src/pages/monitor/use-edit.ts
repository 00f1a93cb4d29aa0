import type { Monitor, MonitorEdit } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/client.ts';
import { applyToMonitorList } from '../../data/monitors/monitors.ts';
import { performOrWait } from '../../offline/offline.ts';
import { wasCancelled } from '../../offline/use-action.ts';
import { messageOf } from '../../ui/error-message.ts';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

interface Change {
  readonly edit: MonitorEdit;
  readonly done: string;
  readonly undo?: MonitorEdit;
  /** Label of the change while it waits for the connection. Without a label, the change can't wait. */
  readonly waitsAs?: string;
}

export function useEdit({ shortID }: Pick<Monitor, 'shortID'>) {
  const toast = useToast();
  const actionKey = `edit ${shortID}`;
  const { mutate, isPending } = useMutation({
    mutationFn({ edit, waitsAs }: Change) {
      const send = () => api.monitors.update(shortID, edit);
      return waitsAs === undefined ? send() : performOrWait({ key: actionKey, label: waitsAs, send });
    },
    onSuccess(monitor, { done, undo }) {
      applyToMonitorList([monitor]);
      toast({
        title: done,
        ...(undo === undefined ? {} : { undo: () => mutate({ edit: undo, done: words.undone }) }),
      });
    },
    onError(error) {
      if (!wasCancelled(error)) toast({ title: words.failed, detail: messageOf(error), kind: 'problem' });
    },
  });
  return { actionKey, change: mutate, isBusy: isPending };
}
