import { useBlocker } from '@tanstack/react-router';
import { words } from '../words.ts';
import { Confirm } from './confirm.tsx';

interface ConfirmLossProps {
  /** Whether the user has copied or saved the content, so that nothing is lost. */
  readonly isTaken: boolean;
  readonly title?: string;
  readonly text?: string;
}

/** Asks before the user leaves a page with something that is shown only once. */
export function ConfirmLoss({ isTaken, title = words.loss.title, text = words.loss.text }: ConfirmLossProps) {
  const blocker = useBlocker({
    // Signing in again is not a choice of the user.
    shouldBlockFn: ({ next }) => !isTaken && next.pathname !== '/sign-in',
    enableBeforeUnload: () => !isTaken,
    withResolver: true,
  });
  return (
    <Confirm
      worksOffline
      open={blocker.status === 'blocked'}
      title={title}
      action={words.loss.action}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {text}
    </Confirm>
  );
}
