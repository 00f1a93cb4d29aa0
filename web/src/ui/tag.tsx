import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Tag({
  children,
  variant = 'plain',
}: {
  readonly children: ReactNode;
  readonly variant?: 'plain' | 'accent' | 'warning' | 'problem';
}) {
  const variants = {
    plain: 'bg-sunken text-soft border-line',
    accent: 'bg-accent-wash text-accent border-transparent',
    warning: 'bg-sunken text-failing border-line',
    problem: 'bg-sunken text-down border-line',
  };
  return (
    <span
      title={typeof children === 'string' ? children : undefined}
      className={classNames(
        'inline-block h-5 max-w-50 truncate rounded-sm border px-1.5 align-middle text-xs leading-4.5',
        variants[variant],
      )}
    >
      {children}
    </span>
  );
}

export function KeyboardKey({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line-strong bg-panel px-1 font-mono text-xs text-soft">
      {children}
    </kbd>
  );
}
