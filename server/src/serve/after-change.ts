import type { Caller } from '@overdue/domain/access/access.ts';
import type { Endpoint } from '../api/endpoint.ts';
import type { Tag } from '../api/tags.ts';
import type { ChangeKind } from '../live/changes.ts';
import type { Live, LiveFeed } from '../live/live.ts';

/**
 * Kind of event to publish after an endpoint with this tag has changed something. Null if the endpoints change nothing or publish
 * their changes themselves (imports, configuration), or if the store reports the changes (monitors).
 */
const KINDS: Readonly<Record<Tag, ChangeKind | null>> = {
  Monitors: null,
  History: null,
  Search: null,
  Schedules: null,
  Imports: null,
  Configuration: null,
  Live: null,
  Pings: null,
  Channels: 'channels',
  Deliveries: 'deliveries',
  Incidents: 'incidents',
  Maintenance: 'maintenance',
  Escalations: 'escalations',
  'On call': 'on_call',
  Sharing: 'shares',
  Projects: 'projects',
  Views: 'views',
  Team: 'team',
  Members: 'team',
  Tokens: 'team',
  Account: 'team',
};

/** Tags of endpoints that can end a person's access. */
const ACCESS_TAGS: readonly Tag[] = ['Team', 'Members', 'Tokens', 'Account'];

/** Disconnects listeners who have lost access. Runs before the response is sent. */
export async function endLostAccess(
  { accessChanged }: Pick<Live, 'accessChanged'>,
  { action, route }: Endpoint,
): Promise<void> {
  if (action !== null && ACCESS_TAGS.some((tag) => route.tags?.includes(tag))) await accessChanged();
}

export function publishChange(feed: LiveFeed, { action, route }: Endpoint, caller: Caller | null): void {
  const teamID = caller?.access?.teamID;
  if (action === null || teamID === undefined) return;
  for (const [tag, kind] of Object.entries(KINDS))
    if (kind !== null && route.tags?.includes(tag)) feed.changed(teamID, kind);
}
