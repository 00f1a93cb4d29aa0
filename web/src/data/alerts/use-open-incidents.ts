import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../monitors/monitors.ts';
import { openCountQuery } from './incidents.ts';

/** Counts open incidents, and those that no member has acknowledged. Uses the monitor list if the page loads it. */
export function useOpenCount({ hasMonitors }: { readonly hasMonitors: boolean }): {
  readonly count: number;
  readonly unacknowledged: number;
} {
  const { data: ofMonitors } = useQuery({
    ...monitorsQuery,
    enabled: false,
    select: ({ monitors }) =>
      countOf(monitors.flatMap(({ incident }) => (incident === null ? [] : [incident]))),
  });
  const { data: counted } = useQuery({
    ...openCountQuery,
    enabled: ofMonitors === undefined && !hasMonitors,
  });
  if (ofMonitors !== undefined) return ofMonitors;
  return { count: counted?.open ?? 0, unacknowledged: counted?.unacknowledged ?? 0 };
}

function countOf(incidents: readonly { readonly acknowledgedAt: string | null }[]) {
  return {
    count: incidents.length,
    unacknowledged: incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null).length,
  };
}
