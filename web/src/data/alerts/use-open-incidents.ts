import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../monitors/monitors.ts';
import { openIncidentsQuery } from './incidents.ts';

/** Counts open incidents in the monitor list if the page loads it; otherwise requests them. */
export function useOpenCount({ hasMonitors }: { readonly hasMonitors: boolean }): {
  readonly count: number;
  readonly isMore: boolean;
} {
  const { data: ofMonitors } = useQuery({
    ...monitorsQuery,
    enabled: false,
    select: ({ monitors }) => monitors.reduce((sum, { incident }) => sum + (incident === null ? 0 : 1), 0),
  });
  const { data: open } = useQuery({
    ...openIncidentsQuery,
    enabled: ofMonitors === undefined && !hasMonitors,
  });
  if (ofMonitors !== undefined) return { count: ofMonitors, isMore: false };
  return { count: open?.incidents.length ?? 0, isMore: open?.nextCursor != null };
}
