import type { AccountStore, ProgramLoginStore, TokenStore } from '../accounts/contract.ts';
import type { DeliveryStore, NotifyStore } from '../alerts/contract.ts';
import type { AuditStore } from '../audit/contract.ts';
import type { ChannelStore } from '../channels/contract.ts';
import type { ConfigurationStore } from '../configuration/contract.ts';
import type { HistoryStore } from '../core/history/contract.ts';
import type { KeyStore, OperationsStore, RetentionStore } from '../core/operations.ts';
import type { PingNoticeStore } from '../core/ping-notices.ts';
import type { WatchdogStore } from '../core/presence/contract.ts';
import type { RunCountStore } from '../core/run-counts/contract.ts';
import type { EscalationStore } from '../escalations/contract.ts';
import type { ForwardingStore } from '../forwarding/contract.ts';
import type { IncidentStore } from '../incidents/contract.ts';
import type { LiveStore } from '../live/contract.ts';
import type { MaintenanceStore } from '../maintenance/contract.ts';
import type { GaugeStore, LegacyIDStore, MonitorStore } from '../monitors/contract.ts';
import type { OnCallStore } from '../on-call/contract.ts';
import type { ProjectKeyStore, ProjectStore, ShareStore } from '../projects/contract.ts';
import type { PushDeviceStore } from '../push/contract.ts';
import type { LogIndexStore, SearchStore } from '../search/contract.ts';
import type { AlertSettingsStore, InvitationStore, TeamStore } from '../teams/contract.ts';
import type { ViewStore } from '../views/contract.ts';

/** All contracts of the store in one object. Each part of the service sees only the contracts that it needs. */
export type Store = WatchdogStore &
  MonitorStore &
  HistoryStore &
  RunCountStore &
  ConfigurationStore &
  ForwardingStore &
  LegacyIDStore &
  KeyStore &
  LiveStore &
  PingNoticeStore &
  ProjectStore &
  ProjectKeyStore &
  TokenStore &
  ProgramLoginStore &
  ChannelStore &
  MaintenanceStore &
  EscalationStore &
  OnCallStore &
  PushDeviceStore &
  DeliveryStore &
  IncidentStore &
  AlertSettingsStore &
  ShareStore &
  ViewStore &
  LogIndexStore &
  SearchStore &
  AccountStore &
  TeamStore &
  InvitationStore &
  AuditStore &
  RetentionStore &
  NotifyStore &
  GaugeStore &
  OperationsStore;
