import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IncidentSelection } from './use-incident-selection.ts';
import { words } from './words.ts';

const text = words.selection;

/** Bar at the bottom of the screen with the actions for the selected incidents. */
export function SelectionBar({ selection }: { readonly selection: IncidentSelection }) {
  const { selected, acknowledge, clear, isPending } = selection;
  if (selected.length === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={text.bar}
      className="sticky bottom-4 z-30 mx-2 my-3 flex w-fit items-center gap-1 rounded-lg border border-line bg-panel p-1.5 shadow-floating max-md:bottom-18"
    >
      <span className="numeric whitespace-nowrap px-2 font-medium" role="status">
        {text.selected(selected.length)}
      </span>
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
      <IconButton label={text.clear} onClick={clear}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

/** Button that acknowledges all incidents of a list; nothing if fewer than two can be acknowledged. */
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
