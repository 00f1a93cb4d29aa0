import type { MonitorRow } from '@overdue/sdk';
import { useMemo, useState } from 'react';
import type { Row } from '../../../data/use-listing.ts';
import { EMPTY_SELECTION, onlyShown, type Selection } from '../../../ui/selection/selection.ts';
import { useOffline } from '../../../ui/window/offline.tsx';
import type { PendingAction } from './bulk-action-dialog.tsx';
import { type BulkCommand, NEEDING_SERVICE } from './bulk-bar.tsx';
import { type Bulk, useBulk } from './use-bulk.ts';

interface BulkCommands {
  readonly bulk: Bulk;
  readonly selection: Selection;
  readonly setSelection: (change: (last: Selection) => Selection) => void;
  readonly clear: () => void;
  readonly selected: readonly MonitorRow[];
  readonly command: (name: BulkCommand, monitors: readonly MonitorRow[]) => void;
  readonly togglePause: (monitors: readonly MonitorRow[]) => void;
  /** The action whose dialog is open. */
  readonly pending: PendingAction | null;
  readonly endPending: () => void;
}

export function useBulkCommands(
  find: (shortID: string) => Row | undefined,
  { order, mayChange }: { readonly order: readonly string[]; readonly mayChange: boolean },
): BulkCommands {
  const bulk = useBulk();
  const isOffline = useOffline();
  const [stored, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const shown = useMemo(() => new Set(order), [order]);
  // Counts and changes only rows that the user sees. Rows that a filter hides stay stored, and count again when they return.
  const selection = useMemo(() => onlyShown(stored, shown), [stored, shown]);
  const selected = useMemo(
    () => [...selection.selected].flatMap((shortID) => find(shortID)?.monitor ?? []),
    [selection, find],
  );
  function command(name: BulkCommand, monitors: readonly MonitorRow[]): void {
    if (monitors.length === 0 || !mayChange || (isOffline && NEEDING_SERVICE.includes(name))) return;
    if (name === 'acknowledge') {
      void bulk.acknowledge(monitors);
    } else if (name === 'pause' || name === 'resume') {
      const changed = monitors.filter(({ paused }) => paused === (name === 'resume'));
      if (name === 'pause' && changed.some(({ incident }) => incident !== null))
        setPending({ command: name, monitors: changed });
      else void bulk.run(changed, { type: name });
    } else if (name === 'delete' && monitors.length === 1 && monitors[0]?.incident === null) {
      bulk.remove(monitors);
    } else {
      setPending({ command: name, monitors });
    }
  }
  return {
    bulk,
    selection,
    setSelection,
    clear: () => setSelection(EMPTY_SELECTION),
    selected,
    command,
    togglePause: (monitors) => command(monitors.some(({ paused }) => !paused) ? 'pause' : 'resume', monitors),
    pending,
    endPending: () => setPending(null),
  };
}
