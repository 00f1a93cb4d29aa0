import { Field as Base } from '@base-ui/react/field';
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { classNames } from '../class-names.ts';
import { CONTROL_CLASS } from './control-class.ts';
import { refusalOf, showRefusal } from './refusal.ts';

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly name?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Links label, hint and error to the control for screen readers. Also shows the browser's validation errors, in place
 * of the browser's bubble.
 */
export function Field({ label, hint, problem, name, className, children }: FieldProps) {
  const [refusal, setRefusal] = useState<string>();
  const shown = problem ?? refusal;
  function refuse(event: FormEvent): void {
    const control = event.target;
    if (event.isDefaultPrevented() || !(control instanceof HTMLInputElement)) return;
    setRefusal(refusalOf(control));
    showRefusal(event, control);
  }
  return (
    <Base.Root
      {...(name === undefined ? {} : { name })}
      invalid={shown !== undefined}
      onInvalid={refuse}
      onChange={() => setRefusal(undefined)}
      className={classNames('flex min-w-0 flex-col gap-1', className)}
    >
      <Base.Label className="font-medium">{label}</Base.Label>
      {children}
      {shown === undefined ? null : (
        <Base.Error match className="text-xs font-medium text-down">
          {shown}
        </Base.Error>
      )}
      {hint === undefined ? null : <Base.Description className="text-xs text-soft">{hint}</Base.Description>}
    </Base.Root>
  );
}

export function TextInput({ className, ...props }: ComponentProps<typeof Base.Control>) {
  return <Base.Control {...props} className={classNames(CONTROL_CLASS, className as string | undefined)} />;
}

export function TextArea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <Base.Control
      render={<textarea rows={rows} {...props} />}
      className={classNames(CONTROL_CLASS, 'h-auto! py-1.5', className)}
    />
  );
}
