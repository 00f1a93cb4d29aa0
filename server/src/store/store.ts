import type { DeliveryStore, NotifyStore } from '../alerts/contract.ts';
import type { CheckStore } from '../checks/contract.ts';
import type { WatchdogStore } from '../core/contract.ts';
import type { HistoryStore } from '../core/history/contract.ts';
import type { OperationsStore, RetentionStore } from '../core/operations.ts';
import type { IncidentStore } from '../incidents/contract.ts';
import type { LiveStore } from '../live/contract.ts';
import type { MonitorStore } from '../monitors/contract.ts';
import type { LogIndexStore, SearchStore } from '../search/contract.ts';
import type { sharedQueries } from './shared-queries.ts';

/** Contracts with methods that each database implements in its own way. */
type ByDatabase = WatchdogStore &
  MonitorStore &
  CheckStore &
  HistoryStore &
  LiveStore &
  DeliveryStore &
  IncidentStore &
  LogIndexStore &
  SearchStore &
  RetentionStore &
  NotifyStore &
  OperationsStore;

/** The queries of all rooms in one object. Engines see only the contracts that they need. */
export type Store = ByDatabase & Omit<ReturnType<typeof sharedQueries>, keyof ByDatabase>;
