import type { MonitorRow } from '@overdue/sdk';
import { useHasRole } from '../../../data/account/account.ts';
import { describedLink } from '../../../monitor/described-link.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useEdit } from '../use-edit.ts';
import { words } from '../words.ts';

/**
 * Offers to copy an address from the description into an empty setting, because alerts only show links from the
 * settings.
 */
export function OfferedLink({ monitor }: { readonly monitor: MonitorRow }) {
  const { change, isBusy } = useEdit(monitor);
  const mayChange = useHasRole('member');
  const link = describedLink(monitor);
  if (link === null || !mayChange) return null;
  const { field, label, url } = link;
  return (
    <div className="pt-1">
      <Button
        needsService
        busy={isBusy}
        title={url}
        className="max-w-full"
        onClick={() =>
          change({ edit: { [field]: url }, done: words.offered.done(label), undo: { [field]: '' } })
        }
      >
        {isBusy ? null : <Icon name="book" />}
        <span className="truncate">{words.offered.take(url, label)}</span>
      </Button>
    </div>
  );
}
