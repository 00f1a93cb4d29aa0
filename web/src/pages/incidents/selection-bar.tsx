import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectionToolbar } from '../../ui/selection/selection-toolbar.tsx';
import type { IncidentSelection } from './use-incident-selection.ts';
import { words } from './words.ts';

const text = words.selection;

/** Actions for the selected incidents. */
export function SelectionBar({ selection }: { readonly selection: IncidentSelection }) {
  const { selected, acknowledge, clear, isPending } = selection;
  if (selected.length === 0) return null;
  return (
    <SelectionToolbar
      label={text.bar}
      count={text.selected(selected.length)}
      clearLabel={text.clear}
      onClear={clear}
    >
      <Button
        variant="plain"
        needsService
        busy={isPending}
        data-acknowledge-selection=""
        onClick={() => void acknowledge(selected)}
      >
        <Icon name="check" />
        {text.acknowledge}
      </Button>
    </SelectionToolbar>
  );
}

/**
 * Button that acknowledges all incidents of a list. Renders nothing if incidents are selected, or if fewer than two can be
 * acknowledged.
 */
export function AcknowledgeAll({ selection }: { readonly selection: IncidentSelection }) {
  const { choices, selected, acknowledge, isPending } = selection;
  if (choices.length < 2 || selected.length > 0) return null;
  return (
    <Button needsService busy={isPending} onClick={() => void acknowledge(choices)}>
      <Icon name="check" />
      {text.acknowledgeAll(choices.length)}
    </Button>
  );
}
