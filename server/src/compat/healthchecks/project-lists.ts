import { readProjectMonitors } from '../../monitors/find-monitor.ts';
import { ALL, badgeURLs } from './badge-address.ts';
import { readChannelUUIDs, writeChannel } from './check-channels.ts';
import type { ManagementRoute } from './management-request.ts';
import { respondJSON } from './management-response.ts';

const listChannels: ManagementRoute = {
  method: 'GET',
  path: '/channels',
  allowsReadKey: false,
  action: null,
  async respond({ key }, { store }) {
    const channels = await store.channels.list(key.teamID);
    const uuids = await readChannelUUIDs(key, store);
    return respondJSON(200, { channels: channels.map((channel) => writeChannel(channel, uuids)) });
  },
};

const listBadges: ManagementRoute = {
  method: 'GET',
  path: '/badges',
  allowsReadKey: true,
  action: null,
  async respond({ key }, { store, baseURL, sign }) {
    const tags = new Set<string>();
    for await (const chunk of readProjectMonitors(key, store))
      for (const { read } of chunk) for (const tag of read().details.tags) tags.add(tag);
    const badges = [ALL, ...[...tags].filter((tag) => tag !== ALL).toSorted()].map((tag) => [
      tag,
      badgeURLs(key.projectShortID, tag, { baseURL, sign }),
    ]);
    return respondJSON(200, { badges: Object.fromEntries(badges) });
  },
};

export const PROJECT_ROUTES = [listChannels, listBadges];
