import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { onCallContactsQuery } from '../../data/alerts/on-call.ts';
import { type ChannelUsage, channelUsageOf } from '../../data/channel-usage.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { projectsQuery } from '../../data/team/projects.ts';

/** Returns a function that tells where a channel is used; null until everything that may use it is loaded. */
export function useChannelUsage(): ((shortID: string) => ChannelUsage) | null {
  const { data: channels } = useQuery(channelsQuery);
  const { data: list } = useQuery(monitorsQuery);
  const { data: projects } = useQuery(projectsQuery);
  const { data: policies } = useQuery(escalationsQuery);
  const { data: contacts } = useQuery(onCallContactsQuery);
  if (!(channels && list && projects && policies && contacts)) return null;
  return (shortID) =>
    channelUsageOf(shortID, { channels, monitors: list.monitors, projects, policies, contacts });
}
