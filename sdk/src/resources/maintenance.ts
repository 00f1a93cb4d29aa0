import type { MaintenanceEdit, MaintenanceInput, MaintenanceWindow } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Periods in which monitors are evaluated but their alerts are held. */
export interface MaintenanceAPI {
  /** Lists all windows of the team, at most 100. */
  list(options?: RequestOptions): Promise<readonly MaintenanceWindow[]>;
  create(input: MaintenanceInput, options?: RequestOptions): Promise<MaintenanceWindow>;
  get(maintenanceShortID: string, options?: RequestOptions): Promise<MaintenanceWindow>;
  /** Changes a window. Omitted fields keep their value. */
  update(
    maintenanceShortID: string,
    edit: MaintenanceEdit,
    options?: RequestOptions,
  ): Promise<MaintenanceWindow>;
  /** Deletes a window. Resolves to the deleted window. */
  delete(maintenanceShortID: string, options?: RequestOptions): Promise<MaintenanceWindow>;
}

export function maintenanceAPI({ call }: Caller): MaintenanceAPI {
  return {
    list: async (options) => (await call('listMaintenance', {}, options)).windows,
    create: async (body, options) => (await call('createMaintenance', { body }, options)).window,
    get: async (maintenanceShortID, options) =>
      (await call('readMaintenance', { params: { maintenanceShortID } }, options)).window,
    update: async (maintenanceShortID, body, options) =>
      (await call('editMaintenance', { params: { maintenanceShortID }, body }, options)).window,
    delete: async (maintenanceShortID, options) =>
      (await call('deleteMaintenance', { params: { maintenanceShortID } }, options)).window,
  };
}
