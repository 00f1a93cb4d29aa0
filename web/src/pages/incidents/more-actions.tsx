import type { Incident } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/client.ts';
import { IconButton } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

export function MoreActions({ incident }: { readonly incident: Incident }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => api.incidents.export(incident.incidentID),
    onSuccess: (text) => save(text, `${incident.monitor.name}-${incident.openedAt.slice(0, 10)}.md`),
    onError: (error) => toast({ title: messageOf(error), kind: 'problem' }),
  });
  return (
    <Menu
      trigger={
        <IconButton variant="plain" label={words.detail.more}>
          <Icon name="more" />
        </IconButton>
      }
      entries={[
        {
          kind: 'action',
          label: words.detail.export,
          icon: 'download',
          needsService: true,
          disabled: download.isPending,
          onSelect: () => download.mutate(),
        },
      ]}
    />
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
