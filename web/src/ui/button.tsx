import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useOffline } from './window/offline.tsx';
import { words } from './words.ts';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-110 shadow-raised',
  plain: 'border-line bg-panel text-ink hover:bg-hover shadow-raised',
  quiet: 'border-transparent bg-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-down text-on-status hover:brightness-110 shadow-raised',
};

export function buttonClass(variant: ButtonVariant = 'plain', className?: string): string {
  return classNames(
    'calm inline-flex h-8 shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-3',
    'font-medium transition-[background-color,color,filter] disabled:opacity-55 aria-disabled:opacity-55 aria-busy:cursor-progress max-md:h-10',
    VARIANTS[variant],
    className,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  /** Whether work is in progress. The button then refuses clicks and announces the state. */
  readonly busy?: boolean;
  /** Whether the action is impossible while the service can't be reached. */
  readonly needsService?: boolean;
}

export function Button({
  variant = 'plain',
  busy = false,
  needsService = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const isImpossible = useOffline() && needsService;
  return (
    <button
      // A change of type creates a new element. Otherwise, a button that becomes a submit button during a click would
      // submit the form.
      key={props.type ?? 'button'}
      type="button"
      {...props}
      {...(isImpossible ? { title: words.offline.reason } : {})}
      disabled={props.disabled === true || isImpossible}
      // A disabled button would lose the focus, so a busy button only refuses clicks.
      aria-disabled={busy || undefined}
      aria-busy={busy}
      onClick={busy ? refuseClick : onClick}
      className={buttonClass(variant, className)}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

/** Keeps a busy submit button from submitting its form again. */
function refuseClick(event: MouseEvent): void {
  event.preventDefault();
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Label for screen readers and the tooltip. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, className, variant = 'quiet', ...props }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      title={label}
      {...props}
      className={classNames('w-8 px-0! max-md:w-10', className)}
    />
  );
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
    />
  );
}
