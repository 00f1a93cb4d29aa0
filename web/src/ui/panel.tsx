import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface PanelProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Whether to omit the padding, as for tables and lists. */
  readonly flush?: boolean;
  readonly className?: string;
}

export function Panel({ title, actions, children, flush, className }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={classNames('min-w-0 rounded-lg border border-line bg-panel', className)}
    >
      {title === undefined && actions === undefined ? null : (
        <header className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
          <h2 id={id} className="flex-1 font-semibold">
            {title}
          </h2>
          {actions}
        </header>
      )}
      <div className={flush === true ? undefined : 'p-4'}>{children}</div>
    </section>
  );
}
