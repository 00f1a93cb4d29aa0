import type { Monitor, MonitorEdit } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api, messageOf } from '../../data/client.ts';
import { applyToMonitorList } from '../../data/monitors/monitors.ts';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

interface Change {
  readonly edit: MonitorEdit;
  readonly done: string;
  readonly undo?: MonitorEdit;
}

export function useEdit({ shortID }: Pick<Monitor, 'shortID'>) {
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ edit }: Change) => api.monitors.update(shortID, edit),
    onSuccess(monitor, { done, undo }) {
      applyToMonitorList([monitor]);
      toast({
        title: done,
        ...(undo === undefined ? {} : { undo: () => mutate({ edit: undo, done: words.undone }) }),
      });
    },
    onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
  });
  return { change: mutate, isBusy: isPending };
}
