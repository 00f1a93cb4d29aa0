import type { Monitor } from '@overdue/sdk';
import { Snippets } from '../../snippets/snippets.tsx';
import { Panel } from '../../ui/panel.tsx';

export function SnippetsTab({ monitor }: { readonly monitor: Monitor }) {
  return (
    <Panel>
      <Snippets monitor={monitor} />
    </Panel>
  );
}
