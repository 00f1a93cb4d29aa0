import { Confirm } from '../ui/dialog/confirm.tsx';
import { words } from './pause-words.ts';

interface PauseConfirmationProps {
  /** Name of the monitor, or the number of monitors. */
  readonly name: string;
  /** Number of open incidents that the pause ends. */
  readonly incidents: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a pause ends open incidents, because resuming does not reopen them. */
export function PauseConfirmation({ name, incidents, onConfirm, onClose }: PauseConfirmationProps) {
  return (
    <Confirm
      open
      worksOffline
      title={words.title(name)}
      action={words.action(incidents)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {words.text(incidents)}
    </Confirm>
  );
}
