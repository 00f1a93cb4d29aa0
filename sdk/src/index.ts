// biome-ignore-all lint/performance/noBarrelFile: this is what the package exports.
export type {
  Attempt,
  Channel,
  ChannelEdit,
  ChannelInput,
  ChannelType,
  CreatedToken,
  Delivery,
  Error as ErrorAnswer,
  Event as MonitorEvent,
  Monitor,
  MonitorEdit,
  MonitorInput,
  PingEvent,
  Project,
  ProjectInput,
  Run,
  Schedule,
  ScheduleEdit,
  ScheduleInput,
  SchedulePreviewInput,
  Status,
  TestAttempt,
  Token,
  TokenInput,
  Told,
  Transition,
  TransitionAlerts,
  Usage,
} from './api.generated.ts';
export type { ClientOptions, RequestOptions } from './call.ts';
export type { ChannelsAPI } from './channels.ts';
export { type Client, createClient, type ProjectsAPI, type TokensAPI } from './client.ts';
export type { DeliveriesAPI, DeliveryQuery } from './deliveries.ts';
export { type ErrorCode, type FieldProblem, OverdueError } from './error.ts';
export type { Fetch } from './exchange.ts';
export { type JobRun, type MonitorOptions, monitor } from './monitor.ts';
export type { EventBody, History, MonitorList, MonitorQuery, MonitorsAPI } from './monitors.ts';
export type { PageQuery } from './page.ts';
export { type PingAnswer, type PingOptions, type PingRetry, type PingType, ping } from './ping.ts';
