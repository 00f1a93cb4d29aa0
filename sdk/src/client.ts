import type {
  Answers,
  CreatedToken,
  Project,
  ProjectEdit,
  ProjectInput,
  Token,
  TokenInput,
} from './api.generated.ts';
import { type Caller, type ClientOptions, createCaller, type RequestOptions } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import { allPages, type PageQuery } from './page.ts';
import { type AccountsAPI, accountsAPI } from './resources/accounts.ts';
import { type ChannelsAPI, channelsAPI } from './resources/channels.ts';
import { type DeliveriesAPI, deliveriesAPI } from './resources/deliveries.ts';
import { type EscalationsAPI, escalationsAPI } from './resources/escalations.ts';
import { type IncidentsAPI, incidentsAPI } from './resources/incidents.ts';
import { type LiveAPI, liveAPI } from './resources/live.ts';
import { type MaintenanceAPI, maintenanceAPI } from './resources/maintenance.ts';
import { monitorsAPI } from './resources/monitors.ts';
import type { MonitorsAPI } from './resources/monitors-api.ts';
import { type RunsAPI, runsAPI } from './resources/runs.ts';
import { type SchedulesAPI, schedulesAPI } from './resources/schedules.ts';
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

/** The API of the team that the token belongs to, or that the session is about. */
export interface Client {
  readonly monitors: MonitorsAPI;
  readonly channels: ChannelsAPI;
  readonly deliveries: DeliveriesAPI;
  readonly escalations: EscalationsAPI;
  readonly maintenance: MaintenanceAPI;
  readonly shares: SharesAPI;
  readonly team: TeamAPI;
  readonly members: MembersAPI;
  readonly invitations: InvitationsAPI;
  readonly audit: AuditAPI;
  readonly projects: ProjectsAPI;
  readonly tokens: TokensAPI;
  readonly incidents: IncidentsAPI;
  readonly live: LiveAPI;
  readonly runs: RunsAPI;
  readonly schedules: SchedulesAPI;
  readonly accounts: AccountsAPI;
}

export interface ProjectsAPI {
  /** Oldest first, one page: 100, unless there is a `limit`. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Answers['listProjects']>;
  /** All of them, read in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Project>;
  create(input: ProjectInput, options?: RequestOptions): Promise<Project>;
  get(projectShortID: string, options?: RequestOptions): Promise<Project>;
  update(projectShortID: string, edit: ProjectEdit, options?: RequestOptions): Promise<Project>;
  /** Only without monitors, and never the default one. Resolves to the project as it last was. */
  delete(projectShortID: string, options?: RequestOptions): Promise<Project>;
}

export interface TokensAPI {
  /** Your own for this team, oldest first, one page: 100, unless there is a `limit`. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Answers['listTokens']>;
  /** All of them, read in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Token>;
  /** This answer alone has the token itself: keep it. */
  create(input: TokenInput, options?: RequestOptions): Promise<CreatedToken>;
  /** It stops working at once. */
  revoke(tokenID: string, options?: RequestOptions): Promise<void>;
}

/**
 * Every method rejects with an `OverdueError` when the service refuses, fails or can't be reached, and when you abort.
 */
export function createClient(options: ClientOptions, clock: Clock = systemClock): Client {
  const caller = createCaller(options, clock);
  return {
    monitors: monitorsAPI(caller),
    channels: channelsAPI(caller),
    deliveries: deliveriesAPI(caller),
    escalations: escalationsAPI(caller),
    maintenance: maintenanceAPI(caller),
    shares: sharesAPI(caller),
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
    schedules: schedulesAPI(caller),
  };
}

function projectsAPI({ call }: Caller): ProjectsAPI {
  const list: ProjectsAPI['list'] = (query, options) => call('listProjects', { query }, options);
  return {
    list,
    all: allPages(list, ({ projects }) => projects),
    create: async (body, options) => (await call('createProject', { body }, options)).project,
    get: async (projectShortID, options) =>
      (await call('readProject', { params: { projectShortID } }, options)).project,
    update: async (projectShortID, body, options) =>
      (await call('renameProject', { params: { projectShortID }, body }, options)).project,
    delete: async (projectShortID, options) =>
      (await call('deleteProject', { params: { projectShortID } }, options)).project,
  };
}

function tokensAPI({ call }: Caller): TokensAPI {
  const list: TokensAPI['list'] = (query, options) => call('listTokens', { query }, options);
  return {
    list,
    all: allPages(list, ({ tokens }) => tokens),
    create: async (body, options) => (await call('createToken', { body }, options)).token,
    async revoke(tokenID, options) {
      await call('revokeToken', { params: { tokenID } }, options);
    },
  };
}
