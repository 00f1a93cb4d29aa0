import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import type { Channel, EscalationPolicy, MonitorRow, OnCallContact, Project } from '@overdue/sdk';

interface Team {
  readonly channels: readonly Pick<
    Channel,
    'shortID' | 'name' | 'channels' | 'isDefault' | 'tags' | 'minSeverity'
  >[];
  readonly monitors: readonly Pick<
    MonitorRow,
    'shortID' | 'name' | 'projectShortID' | 'channels' | 'tags' | 'severity'
  >[];
  readonly projects: readonly Pick<Project, 'shortID' | 'name' | 'channels'>[];
  readonly policies: readonly Pick<EscalationPolicy, 'shortID' | 'name' | 'steps'>[];
  readonly contacts: readonly Pick<OnCallContact, 'memberID' | 'name' | 'channels'>[];
}

type Named = Pick<Channel, 'shortID' | 'name'>;

export interface ChannelUsage {
  /** Number of monitors whose alerts go to the channel, directly or through a group. */
  readonly monitors: number;
  /** Monitors whose own settings list the channel. */
  readonly own: readonly Named[];
  readonly projects: readonly Named[];
  /** Escalation policies with a step that alerts the channel. */
  readonly policies: readonly Named[];
  /** Groups that contain the channel. */
  readonly groups: readonly Named[];
  /** Names of the members whom the channel alerts while they are on call. */
  readonly people: readonly string[];
}

/** Finds everything that sends alerts to a channel. */
export function channelUsageOf(
  shortID: string,
  { channels, monitors, projects, policies, contacts }: Team,
): ChannelUsage {
  const names = (chosen: readonly string[] | null) => chosen?.includes(shortID) === true;
  const groups = channels.filter((channel) => names(channel.channels));
  const routes = channels.filter((channel) => channel.shortID === shortID || groups.includes(channel));
  const ofProjects = new Map(projects.map((project) => [project.shortID, project.channels]));
  return {
    monitors: monitors.filter((monitor) => {
      const chosen = monitor.channels ?? ofProjects.get(monitor.projectShortID) ?? null;
      return routes.some(
        (route) =>
          (chosen === null ? route.isDefault : chosen.includes(route.shortID)) && accepts(route, monitor),
      );
    }).length,
    own: monitors.filter((monitor) => names(monitor.channels)),
    projects: projects.filter((project) => names(project.channels)),
    policies: policies.filter(({ steps }) => steps.some((step) => names(step.channels))),
    groups,
    people: contacts.filter((contact) => names(contact.channels)).map(({ name }) => name),
  };
}

/** Whether the filters of a channel let the alerts of a monitor pass. */
function accepts(
  { tags, minSeverity }: Pick<Channel, 'tags' | 'minSeverity'>,
  monitor: Pick<MonitorRow, 'tags' | 'severity'>,
): boolean {
  return (
    (tags.length === 0 || tags.some((tag) => monitor.tags.includes(tag))) &&
    SEVERITIES.indexOf(monitor.severity) >= SEVERITIES.indexOf(minSeverity)
  );
}
