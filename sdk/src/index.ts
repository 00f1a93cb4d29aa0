// biome-ignore-all lint/performance/noBarrelFile: this is what the package exports.
export type { AccountsAPI, Passkey, TwoFactorSecret } from './accounts.ts';
export type {
  Account,
  AccountEdit,
  Attempt,
  AuditEntry,
  BulkAction,
  BulkResult,
  Channel,
  ChannelEdit,
  ChannelInput,
  ChannelType,
  CreatedInvitation,
  CreatedToken,
  Crontab,
  Delivery,
  Error as ErrorAnswer,
  Escalation,
  EscalationEdit,
  EscalationInput,
  Event as MonitorEvent,
  Incident,
  IncidentNote,
  IncidentWithFailures,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  MaintenanceEdit,
  MaintenanceInput,
  MaintenanceWindow,
  Member,
  Monitor,
  MonitorEdit,
  MonitorInput,
  MonitorRuns,
  OpenInvitation,
  PingEvent,
  PreviewDetail,
  Project,
  ProjectEdit,
  ProjectInput,
  Role,
  Run,
  Schedule,
  ScheduleEdit,
  ScheduleInput,
  SchedulePreviewInput,
  Session,
  Setup,
  SetupInput,
  Share,
  ShareEdit,
  ShareInput,
  ShareScope,
  Stale as StaleAnswer,
  Statistics,
  StatisticsBucket,
  Status,
  Team,
  TeamEdit,
  TeamUsage,
  TestAttempt,
  Token,
  TokenInput,
  Told,
  Transition,
  TransitionAlerts,
  TrustedBrowser,
  Usage,
} from './api.generated.ts';
export type { ClientOptions, RequestOptions } from './call.ts';
export type { ChannelsAPI } from './channels.ts';
export { checkInput, type InputSchema } from './check-input.ts';
export { type Client, createClient, type ProjectsAPI, type TokensAPI } from './client.ts';
export type { DeliveriesAPI, DeliveryQuery } from './deliveries.ts';
export { type ErrorCode, type FieldProblem, OverdueError } from './error.ts';
export type { EscalationsAPI } from './escalations.ts';
export type { Fetch } from './exchange.ts';
export type { IncidentQuery, IncidentsAPI } from './incidents.ts';
export type { LiveAPI, LiveEvent, LiveKind } from './live.ts';
export type { MaintenanceAPI } from './maintenance.ts';
export { type JobRun, type MonitorOptions, monitor } from './monitor.ts';
export type {
  EventBody,
  History,
  MonitorList,
  MonitorQuery,
  MonitorsAPI,
  StatisticsQuery,
} from './monitors.ts';
export type { PageQuery } from './page.ts';
export { type PingAnswer, type PingOptions, type PingRetry, type PingType, ping } from './ping.ts';
export type { RunsAPI, RunsQuery } from './runs.ts';
export type { SchedulesAPI } from './schedules.ts';
export type { SharesAPI } from './shares.ts';
export type { AuditAPI, AuditQuery, InvitationsAPI, MembersAPI, OwnTeam, TeamAPI } from './teams.ts';
export type { MonitorUpsert, Upserted } from './upsert.ts';
