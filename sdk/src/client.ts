import type {
  Answers,
  CreatedProjectKey,
  CreatedToken,
  DeviceApproval,
  DeviceAuthorization,
  Project,
  ProjectEdit,
  ProjectInput,
  ProjectKey,
  ProjectKeyInput,
  Token,
  TokenInput,
} from './api.generated.ts';
import { type Caller, type ClientOptions, createCaller, type RequestOptions } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import { allPages, type PageQuery } from './page.ts';
import { type AccountsAPI, accountsAPI } from './resources/accounts.ts';
import { type ChannelsAPI, channelsAPI } from './resources/channels.ts';
import { type ConfigurationAPI, configurationAPI } from './resources/configuration.ts';
import { type DeliveriesAPI, deliveriesAPI } from './resources/deliveries.ts';
import { type EscalationsAPI, escalationsAPI } from './resources/escalations.ts';
import { type ImportsAPI, importsAPI } from './resources/imports.ts';
import { type IncidentsAPI, incidentsAPI } from './resources/incidents.ts';
import { type LiveAPI, liveAPI } from './resources/live.ts';
import { type MaintenanceAPI, maintenanceAPI } from './resources/maintenance.ts';
import { monitorsAPI } from './resources/monitors.ts';
import type { MonitorsAPI } from './resources/monitors-api.ts';
import { type OnCallAPI, onCallAPI } from './resources/on-call.ts';
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

/** API of the token's team, or of the session's current team. */
export interface Client {
  readonly monitors: MonitorsAPI;
  readonly channels: ChannelsAPI;
  readonly deliveries: DeliveriesAPI;
  readonly escalations: EscalationsAPI;
  readonly maintenance: MaintenanceAPI;
  readonly onCall: OnCallAPI;
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
  readonly search: SearchAPI;
  readonly schedules: SchedulesAPI;
  readonly imports: ImportsAPI;
  readonly configuration: ConfigurationAPI;
  readonly accounts: AccountsAPI;
}

export interface ProjectsAPI {
  /** Reads one page, oldest first: 100 entries unless `limit` is set. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Answers['listProjects']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Project>;
  create(input: ProjectInput, options?: RequestOptions): Promise<Project>;
  get(projectShortID: string, options?: RequestOptions): Promise<Project>;
  update(projectShortID: string, edit: ProjectEdit, options?: RequestOptions): Promise<Project>;
  /** Deletes a project without monitors. The default project can't be deleted. Resolves to the deleted project. */
  delete(projectShortID: string, options?: RequestOptions): Promise<Project>;
  /** Lists the keys of a project, oldest first, without their secrets. */
  listKeys(projectShortID: string, options?: RequestOptions): Promise<readonly ProjectKey[]>;
  /** Creates a key for clients of other services. Only this response contains its secret. */
  createKey(
    projectShortID: string,
    input: ProjectKeyInput,
    options?: RequestOptions,
  ): Promise<CreatedProjectKey>;
  /** Deletes a key, which stops working. Resolves to the deleted key. */
  deleteKey(projectShortID: string, keyShortID: string, options?: RequestOptions): Promise<ProjectKey>;
}

export interface TokensAPI {
  /** Reads one page of your tokens for this team, oldest first: 100 entries unless `limit` is set. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Answers['listTokens']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Token>;
  /** Creates a token. Only this response contains the token itself. */
  create(input: TokenInput, options?: RequestOptions): Promise<CreatedToken>;
  /** Finds a program login, such as `overdue login`, by the code that the program shows. Requires a session. */
  findLogin(userCode: string, options?: RequestOptions): Promise<DeviceAuthorization>;
  /** Approves a program login, and the program gets a new token. Resolves to the token without its secret part. */
  approveLogin(approval: DeviceApproval, options?: RequestOptions): Promise<Token>;
  /** Denies a program login. */
  denyLogin(userCode: string, options?: RequestOptions): Promise<DeviceAuthorization>;
  /** Revokes a token immediately. */
  revoke(tokenID: string, options?: RequestOptions): Promise<void>;
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

function projectsAPI({ call }: Caller): ProjectsAPI {
  const list: ProjectsAPI['list'] = (query, options) => call('listProjects', { query }, options);
  return {
    list,
    all: allPages(list, ({ projects }) => projects),
    create: async (body, options) => (await call('createProject', { body }, options)).project,
    get: async (projectShortID, options) =>
      (await call('readProject', { params: { projectShortID } }, options)).project,
    update: async (projectShortID, body, options) =>
      (await call('editProject', { params: { projectShortID }, body }, options)).project,
    delete: async (projectShortID, options) =>
      (await call('deleteProject', { params: { projectShortID } }, options)).project,
    listKeys: async (projectShortID, options) =>
      (await call('listProjectKeys', { params: { projectShortID } }, options)).keys,
    createKey: async (projectShortID, body, options) =>
      (await call('createProjectKey', { params: { projectShortID }, body }, options)).key,
    deleteKey: async (projectShortID, keyShortID, options) =>
      (await call('deleteProjectKey', { params: { projectShortID, keyShortID } }, options)).key,
  };
}

function tokensAPI({ call }: Caller): TokensAPI {
  const list: TokensAPI['list'] = (query, options) => call('listTokens', { query }, options);
  return {
    list,
    all: allPages(list, ({ tokens }) => tokens),
    create: async (body, options) => (await call('createToken', { body }, options)).token,
    findLogin: async (userCode, options) =>
      (await call('findDeviceAuthorization', { body: { userCode } }, options)).deviceAuthorization,
    approveLogin: async (body, options) =>
      (await call('approveDeviceAuthorization', { body }, options)).token,
    denyLogin: async (userCode, options) =>
      (await call('denyDeviceAuthorization', { body: { userCode } }, options)).deviceAuthorization,
    async revoke(tokenID, options) {
      await call('revokeToken', { params: { tokenID } }, options);
    },
  };
}
