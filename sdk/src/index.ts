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
  ListAuditQuery as AuditQuery,
  ListDeliveriesQuery as DeliveryQuery,
  ListExpectedRunsQuery as ExpectedRunsQuery,
  ListIncidentsQuery as IncidentQuery,
  ListTeamDaysQuery as DaysQuery,
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
  ReadOnCallCoverageData as OnCallCoverage,
  ReadStatisticsQuery as StatisticsQuery,
  Role,
  Rotation,
  RotationInput,
  Run,
  RunDay,
  Schedule,
  ScheduleEdit,
  ScheduleInput,
  SchedulePreviewInput,
  SearchQuery,
  SearchResult,
  Session,
  Setup,
  SetupInput,
  Share,
  ShareEdit,
  ShareInput,
  ShareScope,
  SnoozeInput as SnoozeEnd,
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
  View,
  ViewEdit,
  ViewInput,
} from './api.generated.ts';
export type { ClientOptions } from './call.ts';
export { type Client, createClient } from './client.ts';
export { type ErrorCode, type FieldProblem, OverdueError } from './error.ts';
export type { Fetch } from './exchange.ts';
export { type JobRun, type MonitorOptions, monitor } from './monitor.ts';
export type { PageQuery } from './page.ts';
export { type PingOptions, type PingResponse, type PingRetry, type PingType, ping } from './ping.ts';
export type { RequestOptions } from './request-options.ts';
export type { AccountsAPI, Passkey, TwoFactorSecret } from './resources/accounts.ts';
export type { ChannelsAPI } from './resources/channels.ts';
export type { ConfigurationAPI } from './resources/configuration.ts';
export type { DeliveriesAPI } from './resources/deliveries.ts';
export type { EscalationsAPI } from './resources/escalations.ts';
export type { ImportOptions, ImportProgress, ImportsAPI } from './resources/imports.ts';
export type { IncidentsAPI } from './resources/incidents.ts';
export type { LiveAPI, LiveEvent, LiveKind } from './resources/live.ts';
export type { MaintenanceAPI } from './resources/maintenance.ts';
export type {
  EventBody,
  MonitorList,
  MonitorQuery,
  MonitorsAPI,
  MonitorUpsert,
  Upserted,
} from './resources/monitors.ts';
export type { OnCallAPI } from './resources/on-call.ts';
export type { ProjectsAPI } from './resources/projects.ts';
export type { RunsAPI, RunsQuery } from './resources/runs.ts';
export type { SchedulesAPI } from './resources/schedules.ts';
export type { SearchAPI } from './resources/search.ts';
export type { SharesAPI } from './resources/shares.ts';
export type {
  AuditAPI,
  InvitationsAPI,
  MembersAPI,
  OwnTeam,
  TeamAPI,
} from './resources/teams.ts';
export type { TokensAPI } from './resources/tokens.ts';
export type { ViewsAPI } from './resources/views.ts';
