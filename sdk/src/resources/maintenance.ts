import type { MaintenanceEdit, MaintenanceInput, MaintenanceWindow } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Times in which monitors are judged as always and nobody is told. */
export interface MaintenanceAPI {
  /** All of the team's, at most 100. */
  list(options?: RequestOptions): Promise<readonly MaintenanceWindow[]>;
  create(input: MaintenanceInput, options?: RequestOptions): Promise<MaintenanceWindow>;
  get(maintenanceShortID: string, options?: RequestOptions): Promise<MaintenanceWindow>;
  /** What is left out stays. */
  update(
    maintenanceShortID: string,
    edit: MaintenanceEdit,
    options?: RequestOptions,
  ): Promise<MaintenanceWindow>;
  /** Resolves to the window as it last was. */
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
