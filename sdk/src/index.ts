// biome-ignore-all lint/performance/noBarrelFile: this file lists the exports of the package.

export type {
  Account,
  AccountEdit,
  Attempt,
  AuditEntry,
  BulkAction,
  BulkResult,
  Channel,
  ChannelDecision,
  ChannelEdit,
  ChannelInput,
  ChannelType,
  ConfigurationExport,
  ConfigurationInput,
  ConfigurationPlan,
  ConfigurationStep,
  CreatedInvitation,
  CreatedProjectKey,
  CreatedToken,
  Crontab,
  CrontabInput,
  Delivery,
  Device,
  DeviceApproval,
  DeviceAuthorization,
  DeviceInput,
  Error as ErrorResponse,
  EscalationEdit,
  EscalationInput,
  EscalationPolicy,
  Event as MonitorEvent,
  ExpectedRuns,
  ExpectedSpan,
  Forwarding,
  Import,
  ImportChannel,
  ImportInput,
  ImportItem,
  ImportKey,
  Incident,
  IncidentNote,
  IncidentStep,
  IncidentWithFailures,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  LogComparison,
  LogDiffLine,
  MaintenanceEdit,
  MaintenanceInput,
  MaintenanceWindow,
  ManagedResource,
  Member,
  Monitor,
  MonitorEdit,
  MonitorInput,
  MonitorRow,
  MonitorRuns,
  OnCall,
  OnCallContact,
  OnCallContactEdit,
  OnCallMember,
  OnCallNow,
  OnCallOverride,
  OnCallOverrideInput,
  OnCallSchedule,
  OnCallScheduleEdit,
  OnCallScheduleInput,
  OpenInvitation,
  PingEvent,
  PreviewDetail,
  Project,
  ProjectEdit,
  ProjectInput,
  ProjectKey,
  ProjectKeyInput,
  Role,
  Rotation,
  RotationInput,
  Run,
  RunDay,
  Schedule,
  ScheduleEdit,
  ScheduleInput,
  SchedulePreviewInput,
  SearchResult,
  Session,
  Setup,
  SetupInput,
  Share,
  ShareEdit,
  ShareInput,
  ShareScope,
  Stale as StaleResponse,
  Statistics,
  StatisticsBucket,
  Status,
  Team,
  TeamEdit,
  TeamUsage,
  TestAttempt,
  Token,
  TokenInput,
  Transition,
  TransitionAlerts,
  TrustedBrowser,
  Usage,
} from './api.generated.ts';
export type { ClientOptions, RequestOptions } from './call.ts';
export { type Client, createClient } from './client.ts';
export { type ErrorCode, type FieldProblem, OverdueError } from './error.ts';
export type { Fetch } from './exchange.ts';
export { type JobRun, type MonitorOptions, monitor } from './monitor.ts';
export type { PageQuery } from './page.ts';
export { type PingOptions, type PingResponse, type PingRetry, type PingType, ping } from './ping.ts';
export type { AccountsAPI, Passkey, TwoFactorSecret } from './resources/accounts.ts';
export type { ChannelsAPI } from './resources/channels.ts';
export type { ConfigurationAPI } from './resources/configuration.ts';
export type { DeliveriesAPI, DeliveryQuery } from './resources/deliveries.ts';
export type { EscalationsAPI } from './resources/escalations.ts';
export type { ImportOptions, ImportProgress, ImportsAPI } from './resources/imports.ts';
export type { IncidentQuery, IncidentsAPI, SnoozeEnd } from './resources/incidents.ts';
export type { LiveAPI, LiveEvent, LiveKind } from './resources/live.ts';
export type { MaintenanceAPI } from './resources/maintenance.ts';
export type {
  EventBody,
  MonitorHistory,
  MonitorList,
  MonitorQuery,
  MonitorsAPI,
  MonitorUpsert,
  StatisticsQuery,
  Upserted,
} from './resources/monitors-api.ts';
export type { OnCallAPI, OnCallCoverage } from './resources/on-call.ts';
export type { ProjectsAPI } from './resources/projects.ts';
export type { DaysQuery, ExpectedRunsQuery, RunsAPI, RunsQuery } from './resources/runs.ts';
export type { SchedulesAPI } from './resources/schedules.ts';
export type { SearchAPI, SearchQuery } from './resources/search.ts';
export type { SharesAPI } from './resources/shares.ts';
export type {
  AuditAPI,
  AuditQuery,
  InvitationsAPI,
  MembersAPI,
  OwnTeam,
  TeamAPI,
} from './resources/teams.ts';
export type { TokensAPI } from './resources/tokens.ts';
