import type { Caller } from '../call.ts';

/** Periods in which monitors are evaluated but their alerts are held. */
export type MaintenanceAPI = ReturnType<typeof maintenanceAPI>;

export function maintenanceAPI({ call }: Caller) {
  return {
    /** Lists all windows of the team, at most 100. */
    list: call.listMaintenance,
    create: call.createMaintenance,
    get: call.readMaintenance,
    /** Changes a window. Omitted fields keep their value. */
    update: call.editMaintenance,
    /** Deletes a window. Resolves to the deleted window. */
    delete: call.deleteMaintenance,
  };
}
