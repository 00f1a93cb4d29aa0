import type { MonitorRow } from '@overdue/sdk';
import { isUnacknowledged } from '../../../data/monitors/acknowledgement.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { SelectionToolbar } from '../../../ui/selection/selection-toolbar.tsx';
import { useMedia } from '../../../ui/window/use-media.ts';
import { CARDS_QUERY } from '../columns.ts';
import { words } from '../words.ts';

const { bulk } = words;

export type BulkCommand = 'acknowledge' | 'pause' | 'resume' | 'mute' | 'tag' | 'move' | 'delete';

/** Commands that need a connection, because they can't be sent later. */
export const NEEDING_SERVICE: readonly BulkCommand[] = ['acknowledge', 'tag', 'move', 'delete'];

interface BulkBarProps {
  readonly selected: readonly MonitorRow[];
  readonly shown: number;
  readonly onCommand: (command: BulkCommand) => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

const ICONS = {
  acknowledge: 'check',
  pause: 'pause',
  resume: 'play',
  mute: 'mute',
  tag: 'list',
  move: 'projects',
  delete: 'trash',
} as const;

/** Actions for the selected monitors. */
export function BulkBar({ selected, shown, onCommand, onAll, onClear }: BulkBarProps) {
  const isNarrow = useMedia(CARDS_QUERY);
  const commands: readonly BulkCommand[] = [
    ...(selected.some(isUnacknowledged) ? (['acknowledge'] as const) : []),
    ...(selected.some(({ paused }) => !paused) ? (['pause'] as const) : []),
    ...(selected.some(({ paused }) => paused) ? (['resume'] as const) : []),
    'mute',
    'tag',
    'move',
    'delete',
  ];
  const direct = isNarrow ? commands.slice(0, 1) : commands;
  const entries = commands.slice(direct.length).map(
    (command): MenuEntry => ({
      kind: 'action',
      label: bulk[command],
      icon: ICONS[command],
      danger: command === 'delete',
      needsService: NEEDING_SERVICE.includes(command),
      onSelect: () => onCommand(command),
    }),
  );
  return (
    <SelectionToolbar
      label={bulk.bar}
      count={bulk.selected(selected.length)}
      clearLabel={bulk.clear}
      onClear={onClear}
    >
      {selected.length < shown && !isNarrow ? (
        <Button variant="quiet" onClick={onAll}>
          {bulk.all(shown)}
        </Button>
      ) : null}
      <span aria-hidden="true" className="mx-1 h-5 w-px bg-line" />
      {direct.map((command) => (
        <Button
          key={command}
          variant="quiet"
          needsService={NEEDING_SERVICE.includes(command)}
          onClick={() => onCommand(command)}
          className={command === 'delete' ? 'text-down!' : undefined}
        >
          <Icon name={ICONS[command]} />
          {bulk[command]}
        </Button>
      ))}
      {entries.length === 0 ? null : (
        <Menu
          trigger={
            <IconButton label={bulk.more}>
              <Icon name="menu" />
            </IconButton>
          }
          entries={
            selected.length < shown
              ? [{ kind: 'action', label: bulk.all(shown), icon: 'check', onSelect: onAll }, ...entries]
              : entries
          }
        />
      )}
    </SelectionToolbar>
  );
}
