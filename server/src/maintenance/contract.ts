import type { MaintenanceWindow } from '@overdue/domain/alerting/alert-settings.ts';
import type { Revised } from '../database/edits.ts';
import type { NewResource, Resources, ResourceTypes } from '../database/resources/contract.ts';

export interface MaintenanceResource extends ResourceTypes {
  readonly record: Revised<MaintenanceWindow>;
  readonly new: NewResource<MaintenanceWindow>;
  readonly change: Partial<Omit<MaintenanceWindow, 'shortID'>>;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

export interface MaintenanceStore {
  readonly maintenance: Resources<MaintenanceResource>;
}
