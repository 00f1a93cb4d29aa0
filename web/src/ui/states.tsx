import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { hasNoResponse, messageOf } from './error-message.ts';
import { Icon, type IconName } from './icon.tsx';
import { words } from './words.ts';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Whether the state fills the page. If so, its title is the page title. */
  readonly isPage?: boolean;
}

export function EmptyState({ icon, title, children, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-110 flex-col items-center gap-2 px-4 py-14 text-center">
      <span className="flex size-11 items-center justify-center rounded-full bg-accent-wash text-accent">
        <Icon name={icon} className="size-5" />
      </span>
      <Title className="text-lg font-semibold">{title}</Title>
      <div className="text-soft">{children}</div>
      {action === undefined ? null : <div className="pt-2">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry?: () => void;
  readonly isPage?: boolean;
}

export function ErrorState({ error, onRetry, isPage = false }: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div role="alert" className="mx-auto flex max-w-110 flex-col items-center gap-2 px-4 py-14 text-center">
      <span className="text-down">
        <Icon name="incidents" className="size-7" />
      </span>
      <Title className="text-lg font-semibold">{words.problem.title}</Title>
      <p className="text-soft">{hasNoResponse(error) ? words.problem.offline : messageOf(error)}</p>
      {onRetry === undefined ? null : <Button onClick={onRetry}>{words.tryAgain}</Button>}
    </div>
  );
}

/** Placeholder for content that is loading. Give it the size of the content. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      role="progressbar"
      aria-label={words.loading}
      className={classNames('block animate-pulse rounded-sm bg-line motion-reduce:animate-none', className)}
    />
  );
}

const WIDTHS = ['w-36', 'w-28', 'w-44', 'w-24', 'w-32'] as const;

/** Placeholder for a table. `bare` omits the panel. */
export function TableSkeleton({ bare = false }: { readonly bare?: boolean }) {
  return (
    <div
      role="progressbar"
      aria-label={words.loading}
      className={classNames(
        'animate-pulse divide-y divide-line motion-reduce:animate-none',
        !bare && 'rounded-lg border border-line bg-panel',
      )}
    >
      <div className="h-9" />
      {WIDTHS.map((width) => (
        <div key={width} className="flex h-(--row-height) items-center gap-6 px-4">
          <span className={classNames('h-2.5 rounded-sm bg-line', width)} />
          <span className="h-2.5 w-40 rounded-sm bg-line max-md:hidden" />
          <span className="ml-auto h-2.5 w-20 rounded-sm bg-line" />
        </div>
      ))}
    </div>
  );
}

export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'warning' | 'problem';
  readonly children: ReactNode;
}) {
  const color = { info: 'text-accent', warning: 'text-failing', problem: 'text-down' }[kind];
  return (
    <div
      role={kind === 'problem' ? 'alert' : 'note'}
      className="flex items-start gap-2.5 rounded-md border border-line bg-sunken px-3 py-2"
    >
      <span className={classNames('pt-0.5', color)}>
        <Icon name={kind === 'info' ? 'info' : 'incidents'} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
