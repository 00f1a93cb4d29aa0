import type { Incident } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api, messageOf } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

export function ExportButton({ incident }: { readonly incident: Incident }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => api.incidents.export(incident.incidentID),
    onSuccess: (text) => save(text, `${incident.monitor.name}-${incident.openedAt.slice(0, 10)}.md`),
    onError: (error) => toast({ title: messageOf(error), kind: 'problem' }),
  });
  return (
    <Button needsService busy={download.isPending} onClick={() => download.mutate()}>
      <Icon name="download" />
      {words.detail.export}
    </Button>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
  link.click();
  URL.revokeObjectURL(address);
}
