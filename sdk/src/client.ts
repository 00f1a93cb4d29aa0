import { type ClientOptions, createCaller } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import { type AccountsAPI, accountsAPI } from './resources/accounts.ts';
import { type ChannelsAPI, channelsAPI } from './resources/channels.ts';
import { type ConfigurationAPI, configurationAPI } from './resources/configuration.ts';
import { type DeliveriesAPI, deliveriesAPI } from './resources/deliveries.ts';
import { type EscalationsAPI, escalationsAPI } from './resources/escalations.ts';
import { type ImportsAPI, importsAPI } from './resources/imports.ts';
import { type IncidentsAPI, incidentsAPI } from './resources/incidents.ts';
import { type LiveAPI, liveAPI } from './resources/live.ts';
import { type MaintenanceAPI, maintenanceAPI } from './resources/maintenance.ts';
import { type MonitorsAPI, monitorsAPI } from './resources/monitors.ts';
import { type OnCallAPI, onCallAPI } from './resources/on-call.ts';
import { type ProjectsAPI, projectsAPI } from './resources/projects.ts';
import { type RunsAPI, runsAPI } from './resources/runs.ts';
import { type SchedulesAPI, schedulesAPI } from './resources/schedules.ts';
import { type SearchAPI, searchAPI } from './resources/search.ts';
import { type SharesAPI, sharesAPI } from './resources/shares.ts';
import {
  type AuditAPI,
  auditAPI,
  type InvitationsAPI,
  invitationsAPI,
  type MembersAPI,
  membersAPI,
  type TeamAPI,
  teamAPI,
} from './resources/teams.ts';
import { type TokensAPI, tokensAPI } from './resources/tokens.ts';
import { type ViewsAPI, viewsAPI } from './resources/views.ts';

/** API of the token's team, or of the session's current team. */
export interface Client {
  readonly monitors: MonitorsAPI;
  readonly channels: ChannelsAPI;
  readonly deliveries: DeliveriesAPI;
  readonly escalations: EscalationsAPI;
  readonly maintenance: MaintenanceAPI;
  readonly onCall: OnCallAPI;
  readonly shares: SharesAPI;
  readonly views: ViewsAPI;
  readonly team: TeamAPI;
  readonly members: MembersAPI;
  readonly invitations: InvitationsAPI;
  readonly audit: AuditAPI;
  readonly projects: ProjectsAPI;
  readonly tokens: TokensAPI;
  readonly incidents: IncidentsAPI;
  readonly live: LiveAPI;
  readonly runs: RunsAPI;
  readonly search: SearchAPI;
  readonly schedules: SchedulesAPI;
  readonly imports: ImportsAPI;
  readonly configuration: ConfigurationAPI;
  readonly accounts: AccountsAPI;
}

/** Creates a client. Methods reject with an `OverdueError` if the request is refused, gets no response or is aborted. */
export function createClient(options: ClientOptions, clock: Clock = systemClock): Client {
  const caller = createCaller(options, clock);
  return {
    monitors: monitorsAPI(caller),
    channels: channelsAPI(caller),
    deliveries: deliveriesAPI(caller),
    escalations: escalationsAPI(caller),
    maintenance: maintenanceAPI(caller),
    onCall: onCallAPI(caller),
    shares: sharesAPI(caller),
    views: viewsAPI(caller),
    team: teamAPI(caller),
    members: membersAPI(caller),
    invitations: invitationsAPI(caller),
    audit: auditAPI(caller),
    projects: projectsAPI(caller),
    tokens: tokensAPI(caller),
    accounts: accountsAPI(caller),
    incidents: incidentsAPI(caller),
    live: liveAPI(caller, clock),
    runs: runsAPI(caller),
    search: searchAPI(caller),
    schedules: schedulesAPI(caller),
    imports: importsAPI(caller, clock),
    configuration: configurationAPI(caller),
  };
}
