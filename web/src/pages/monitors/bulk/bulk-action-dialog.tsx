import type { MonitorRow, Project } from '@overdue/sdk';
import { useMemo } from 'react';
import { ManagedMonitorsNotice } from '../../../managed/managed-notice.tsx';
import { words as deletion } from '../../../monitor/deletion-words.ts';
import { MoveDialog } from '../../../monitor/move-dialog.tsx';
import { PauseConfirmation } from '../../../monitor/pause-confirmation.tsx';
import { Confirm } from '../../../ui/dialog/confirm.tsx';
import { words } from '../words.ts';
import { MuteDialog, TagDialog } from './bulk-dialogs.tsx';
import { type Bulk, nameThem, UNDO_MAX } from './use-bulk.ts';

/** A bulk action that needs further input. */
export interface PendingAction {
  readonly command: 'pause' | 'mute' | 'tag' | 'move' | 'delete';
  readonly monitors: readonly MonitorRow[];
}

export function BulkActionDialog({
  pending,
  projects,
  monitors,
  onClose,
  bulk,
}: {
  readonly pending: PendingAction;
  readonly projects: readonly Project[];
  readonly monitors: readonly MonitorRow[];
  readonly onClose: () => void;
  readonly bulk: Bulk;
}) {
  const isTagging = pending.command === 'tag';
  // Computed only for the tag dialog, because the monitors change with each live update.
  const knownTags = useMemo(
    () => (isTagging ? [...new Set(monitors.flatMap(({ tags }) => tags))].sort() : []),
    [monitors, isTagging],
  );
  const common = {
    monitors: pending.monitors,
    onClose,
    onAction: (action: Parameters<typeof bulk.run>[1]) => void bulk.run(pending.monitors, action),
  };
  switch (pending.command) {
    case 'pause':
      return (
        <PauseConfirmation
          name={nameThem(pending.monitors)}
          incidents={pending.monitors.filter(({ incident }) => incident !== null).length}
          onConfirm={() => common.onAction({ type: 'pause' })}
          onClose={onClose}
        />
      );
    case 'mute':
      return <MuteDialog {...common} />;
    case 'tag':
      return <TagDialog {...common} known={knownTags} />;
    case 'move':
      return (
        <MoveDialog
          title={words.moveTitle(nameThem(pending.monitors))}
          projects={projects}
          onMove={({ shortID }) => void bulk.run(pending.monitors, { type: 'move', projectShortID: shortID })}
          onClose={onClose}
        >
          <ManagedMonitorsNotice monitors={pending.monitors} />
        </MoveDialog>
      );
    case 'delete':
      return (
        <Confirm
          open
          title={words.bulk.deleteTitle(pending.monitors.length)}
          action={words.bulk.delete}
          onConfirm={() =>
            pending.monitors.length <= UNDO_MAX
              ? bulk.remove(pending.monitors)
              : bulk.removeForGood(pending.monitors)
          }
          onClose={onClose}
        >
          {pending.monitors.length <= UNDO_MAX ? deletion.text : words.bulk.deleteHint(UNDO_MAX)}
          <ManagedMonitorsNotice monitors={pending.monitors} />
        </Confirm>
      );
  }
}
