import type { ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';
import { useWaitingActions } from './offline.ts';
import type { WaitingAction } from './waiting-actions.ts';
import { words } from './words.ts';

interface ActionButtonProps extends ComponentProps<typeof Button> {
  /** The `key` of the action. */
  readonly actionKey: string;
}

/**
 * Button of an action that may wait for the connection. While the action waits, the button shows this state and offers
 * to cancel.
 */
export function ActionButton({ actionKey, ...props }: ActionButtonProps) {
  const waiting = useWaitingAction(actionKey);
  return waiting === undefined ? (
    <Button {...props} />
  ) : (
    <WaitingButton waiting={waiting} className={props.className} />
  );
}

export function useWaitingAction(actionKey: string): WaitingAction | undefined {
  return useWaitingActions().find(({ key }) => key === actionKey);
}

interface WaitingButtonProps {
  readonly waiting: WaitingAction;
  readonly className?: string | undefined;
}

export function WaitingButton({ waiting: { label, cancel }, className }: WaitingButtonProps) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1 max-md:w-full">
      <Button busy className={className}>
        {words.waiting}
      </Button>
      <Button variant="quiet" onClick={cancel} aria-label={words.cancelNamed(label)}>
        {words.cancel}
      </Button>
    </span>
  );
}
