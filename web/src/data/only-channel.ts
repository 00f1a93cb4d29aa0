import type { Channel, Monitor, Project } from '@overdue/sdk';

interface Team {
  readonly monitors: readonly Pick<Monitor, 'channels' | 'projectShortID'>[];
  readonly projects: readonly Pick<Project, 'shortID' | 'channels'>[];
  readonly channels: readonly Pick<Channel, 'shortID' | 'isDefault'>[];
}

/** Counts the monitors whose alerts go only to this channel, by settings of the monitor, project or team. */
export function countAlertedOnlyBy(shortID: string, { monitors, projects, channels }: Team): number {
  const defaults = channels.filter(({ isDefault }) => isDefault).map((channel) => channel.shortID);
  const ofProjects = new Map(projects.map((project) => [project.shortID, project.channels ?? defaults]));
  return monitors.filter((monitor) => {
    const alerted = monitor.channels ?? ofProjects.get(monitor.projectShortID) ?? defaults;
    return alerted.length > 0 && alerted.every((channel) => channel === shortID);
  }).length;
}
