import { type ClientOptions, createCaller } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import { accountsAPI } from './resources/accounts.ts';
import { channelsAPI } from './resources/channels.ts';
import { configurationAPI } from './resources/configuration.ts';
import { deliveriesAPI } from './resources/deliveries.ts';
import { escalationsAPI } from './resources/escalations.ts';
import { importsAPI } from './resources/imports.ts';
import { incidentsAPI } from './resources/incidents.ts';
import { liveAPI } from './resources/live.ts';
import { maintenanceAPI } from './resources/maintenance.ts';
import { monitorsAPI } from './resources/monitors.ts';
import { onCallAPI } from './resources/on-call.ts';
import { projectsAPI } from './resources/projects.ts';
import { runsAPI } from './resources/runs.ts';
import { schedulesAPI } from './resources/schedules.ts';
import { searchAPI } from './resources/search.ts';
import { sharesAPI } from './resources/shares.ts';
import { auditAPI, invitationsAPI, membersAPI, teamAPI } from './resources/teams.ts';
import { tokensAPI } from './resources/tokens.ts';
import { viewsAPI } from './resources/views.ts';

/** API of the token's team, or of the session's current team. */
export type Client = ReturnType<typeof createClient>;

/** Creates a client. Methods reject with an `OverdueError` if the request is refused, gets no response or is aborted. */
export function createClient(options: ClientOptions, clock: Clock = systemClock) {
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
