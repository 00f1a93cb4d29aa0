/** The monitor of a report: its ping URL, or a name for which the ping URL is looked up when the report is sent. */
export type ReportTarget = { readonly pingURL: string } | { readonly monitor: NamedMonitor };

export interface NamedMonitor {
  readonly name: string;
  /** Name of the profile; null for the address and token of the environment. */
  readonly profile: string | null;
  /**
   * Address of the service, because the name means nothing at another service. Empty if the profile could not be read when the report was
   * written.
   */
  readonly url: string;
  readonly createsMissing: boolean;
}

/**
 * Returns the ping URL of a named monitor from the cache, or with `isFresh` from the service. Rejects with a
 * CommandError if there is no such monitor, and with an OverdueError if the request fails.
 */
export type FindPingURL = (
  monitor: NamedMonitor,
  options: { readonly isFresh: boolean; readonly timeoutMs: number },
) => Promise<string>;

const SCHEME = 'overdue-monitor:';

/** Returns a target as text: a ping URL, or the fields of a named monitor, which contain no secret. */
export function formatTarget(target: ReportTarget): string {
  if ('pingURL' in target) return target.pingURL;
  const { name, profile, url, createsMissing } = target.monitor;
  const fields = {
    name,
    url,
    ...(profile === null ? {} : { profile }),
    ...(createsMissing ? { create: '1' } : {}),
  };
  return `${SCHEME}?${new URLSearchParams(fields)}`;
}

/** Parses the text of {@link formatTarget}. */
export function parseTarget(text: string): ReportTarget {
  if (!text.startsWith(SCHEME)) return { pingURL: text };
  const fields = new URLSearchParams(text.slice(SCHEME.length));
  return {
    monitor: {
      name: fields.get('name') ?? '',
      url: fields.get('url') ?? '',
      profile: fields.get('profile'),
      createsMissing: fields.get('create') === '1',
    },
  };
}
