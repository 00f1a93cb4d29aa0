/** Chapters of the API reference, in order. */
export const TAGS = {
  Monitors: 'Scheduled jobs and their settings.',
  History: 'Events, runs and status changes of monitors, newest first.',
  Views: 'Filters, order and grouping of the monitor list, under a name.',
  Search: 'Search for words in monitors, incidents and logs.',
  Schedules: 'Previews of schedules and crontab lines.',
  Imports: 'Monitors from other services, crontabs and systemd timers.',
  Configuration: 'Monitoring as code: projects, monitors and everything around them, kept in files.',
  Live: 'Changes as they happen, without polling.',
  Channels: 'Destinations of alerts: mail, chat, pagers and webhooks.',
  Deliveries: 'Messages, their attempts, and why channels were or were not alerted.',
  Incidents: 'Periods from a monitor going down until it recovers.',
  Maintenance: 'Periods in which monitors are evaluated but their alerts are held.',
  Escalations: 'Further alerts while an incident is not acknowledged.',
  'On call': 'Schedules of the members on call, and how these members are alerted.',
  Sharing: 'Public badges, status pages and calendars.',
  Team: 'Settings and usage of the team.',
  Members: 'Members, invitations and the audit log.',
  Projects: 'Folders of monitors. Every team has a default project.',
  Tokens: 'Your API tokens for this team.',
  Account: 'Your account, your sessions and the first setup.',
  Pings: 'Endpoints that jobs call. The ping ID in the path is the credential: no token is needed.',
} as const;

export type Tag = keyof typeof TAGS;
