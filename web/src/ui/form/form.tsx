import type { FormEvent, ReactElement, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Notice } from '../states.tsx';
import { OfflineReason, useOffline } from '../window/offline.tsx';

interface FormProps {
  readonly onSubmit: () => void;
  /** Error that doesn't belong to a single field. */
  readonly problem?: string | ReactElement | undefined;
  /** Label of the button; null for people who may not change anything. */
  readonly action: string | null;
  readonly ready?: boolean;
  readonly busy: boolean;
  /** Classes of the button, for example to make it as wide as the form. */
  readonly buttonClass?: string;
  readonly children: ReactNode;
}

/** Fields with one button that saves or sends all of them. */
export function Form({ onSubmit, problem, action, ready = true, busy, buttonClass, children }: FormProps) {
  const isOffline = useOffline();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (ready && !isOffline) onSubmit();
  }
  const button = (
    <Button
      type="submit"
      variant="primary"
      needsService
      busy={busy}
      disabled={!ready}
      className={buttonClass}
    >
      {action}
    </Button>
  );
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      {problem === undefined ? null : <Notice kind="problem">{problem}</Notice>}
      {action === null ? null : buttonClass === undefined ? <div>{button}</div> : button}
      {action === null ? null : <OfflineReason />}
    </form>
  );
}
