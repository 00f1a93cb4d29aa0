import { Confirm } from '../ui/dialog/confirm.tsx';

const words = {
  title: (name: string) => `Pause ${name}?`,
  text: (incidents: number) =>
    incidents === 1
      ? 'This ends the open incident. Resuming doesn’t open it again: the next missed or failed run opens a new one. To stop the alerts and keep the incident, acknowledge it or mute the monitor instead.'
      : `This ends ${incidents} open incidents. Resuming doesn’t open them again: the next missed or failed run of a monitor opens a new one. To stop the alerts and keep the incidents, acknowledge them or mute the monitors instead.`,
  action: (incidents: number) =>
    incidents === 1 ? 'Pause and end the incident' : `Pause and end ${incidents} incidents`,
} as const;

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
