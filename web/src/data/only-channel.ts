import type { Channel, MonitorRow, Project } from '@overdue/sdk';

interface Team {
  readonly monitors: readonly Pick<MonitorRow, 'channels' | 'projectShortID'>[];
  readonly projects: readonly Pick<Project, 'shortID' | 'channels'>[];
  readonly channels: readonly Pick<Channel, 'shortID' | 'isDefault'>[];
}

/**
 * Counts the monitors that alert only this channel. A monitor without its own channels inherits the channels of its project or
 * the team.
 */
export function countAlertedOnlyBy(shortID: string, { monitors, projects, channels }: Team): number {
  const defaults = channels.filter(({ isDefault }) => isDefault).map((channel) => channel.shortID);
  const ofProjects = new Map(projects.map((project) => [project.shortID, project.channels ?? defaults]));
  return monitors.filter((monitor) => {
    const alerted = monitor.channels ?? ofProjects.get(monitor.projectShortID) ?? defaults;
    return alerted.length > 0 && alerted.every((channel) => channel === shortID);
  }).length;
}
