import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { focusFirstProblem } from '../form/refusal.ts';
import { Notice } from '../states.tsx';
import { OfflineReason, useOffline } from '../window/offline.tsx';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string | undefined;
  readonly wide?: boolean;
  /** Verb of the action, such as "Create". */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly ready?: boolean;
  readonly busy?: boolean;
  /** Whether the action is possible while the service can't be reached. */
  readonly worksOffline?: boolean;
  readonly problem?: string | undefined;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** A form in a dialog. Fields show errors themselves, instead of the browser; a refused submit moves the focus to the first of them. */
export function FormDialog({
  open = true,
  onClose,
  title,
  description,
  wide = false,
  action,
  isDangerous = false,
  ready = true,
  busy = false,
  worksOffline = false,
  problem,
  onSubmit,
  children,
}: FormDialogProps) {
  const form = useId();
  const element = useRef<HTMLFormElement>(null);
  const isOffline = useOffline();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!ready || busy || (!worksOffline && isOffline)) return;
    onSubmit();
    focusFirstProblem(element.current);
  }
  useEffect(() => {
    if (!busy) focusFirstProblem(element.current);
  }, [busy]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      wide={wide}
      focusesAction={!isDangerous}
      actions={
        <>
          {worksOffline ? null : <OfflineReason />}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={form}
            needsService={!worksOffline}
            busy={busy}
            disabled={!ready}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={form}
        onSubmit={submit}
        noValidate
        className={classNames('flex flex-col gap-4', description === undefined && 'pt-3')}
      >
        {children}
        {problem === undefined ? null : <Notice kind="problem">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
