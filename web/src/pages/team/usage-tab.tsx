import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../data/team/members.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { words } from './words.ts';

const { usage: text } = words;

export function UsageTab() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (usage === undefined)
    return error === null ? (
      <Skeleton className="h-32 w-full" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Figure label={text.monitors} used={usage.monitors.used} allowance={usage.monitors.allowance} />
      <Figure label={text.channels} used={usage.channels.used} allowance={usage.channels.allowance} />
      <Figure label={text.members} used={usage.members} />
      <Figure label={text.projects} used={usage.projects} />
    </dl>
  );
}

/** Used share of the allowance at which the bar begins to warn. */
const WARNING_SHARE = 0.9;

function Figure({
  label,
  used,
  allowance,
}: {
  readonly label: string;
  readonly used: number;
  readonly allowance?: number;
}) {
  const share = allowance === undefined || allowance === 0 ? 0 : Math.min(1, used / allowance);
  return (
    <div className="rounded-lg border border-line bg-panel p-4">
      <dt className="text-soft">{label}</dt>
      <dd className="numeric pt-1 text-display font-semibold">{used.toLocaleString('en')}</dd>
      {allowance === undefined ? null : (
        <>
          <dd aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
            <span
              className={`block h-full rounded-full ${share >= WARNING_SHARE ? 'bg-failing' : 'bg-accent'}`}
              style={{ width: `${100 * share}%` }}
            />
          </dd>
          <dd className="numeric flex flex-wrap justify-between gap-x-3 pt-1.5 text-table text-soft">
            <span>{text.of(used.toLocaleString('en'), allowance.toLocaleString('en'))}</span>
            <span>{used < allowance ? text.remaining(allowance - used) : text.full}</span>
          </dd>
        </>
      )}
    </div>
  );
}
