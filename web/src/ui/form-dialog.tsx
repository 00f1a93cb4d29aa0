import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './states.tsx';
import { words } from './words.ts';

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
  readonly problem?: string | undefined;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** A form in a dialog. Fields show their own errors instead of the browser's. */
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
  problem,
  onSubmit,
  children,
}: FormDialogProps) {
  const form = useId();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (ready && !busy) onSubmit();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      wide={wide}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={form}
            busy={busy}
            disabled={!ready}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
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
