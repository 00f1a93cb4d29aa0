import type { AccountStore } from './accounts/contract.ts';
import type { TokenStore } from './accounts/tokens-contract.ts';
import type { AlertSettingsStore, ChannelStore, IncidentStore, NotifyStore } from './alerts/contract.ts';
import type { OutboxStore } from './alerts/outbox-contract.ts';
import type { HistoryStore } from './history/contract.ts';
import type { IncidentNoteStore } from './incidents/notes-contract.ts';
import type { LiveStore } from './live/contract.ts';
import type { MonitorStore } from './monitors/contract.ts';
import type { GaugeStore } from './monitors/list-contract.ts';
import type { PingNoticeStore } from './monitors/ping-notices-contract.ts';
import type { WatchdogStore } from './presence/contract.ts';
import type { ProjectStore } from './projects/contract.ts';
import type { ShareStore } from './shares/contract.ts';
import type { AuditStore, InvitationStore, TeamStore } from './teams/contract.ts';
import type { RetentionStore } from './upkeep/contract.ts';
import type { KeyStore } from './upkeep/key-contract.ts';
import type { OperationsStore } from './upkeep/operations-contract.ts';

/**
 * Everything that the engines need of a database. One object implements it; each engine sees its own part.
 */
export type Store = WatchdogStore &
  MonitorStore &
  HistoryStore &
  KeyStore &
  LiveStore &
  IncidentNoteStore &
  PingNoticeStore &
  ProjectStore &
  TokenStore &
  ChannelStore &
  IncidentStore &
  AlertSettingsStore &
  ShareStore &
  AccountStore &
  TeamStore &
  InvitationStore &
  AuditStore &
  RetentionStore &
  OutboxStore &
  NotifyStore &
  GaugeStore &
  OperationsStore;
