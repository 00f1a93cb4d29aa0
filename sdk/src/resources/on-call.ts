import type { Caller } from '../call.ts';

/** On-call schedules, their overrides, and how members on call are alerted. */
export type OnCallAPI = ReturnType<typeof onCallAPI>;

export function onCallAPI({ call }: Caller) {
  return {
    /** Reads who is on call now, in each schedule. */
    now: call.readOnCall,
    /** Lists all schedules of the team, at most 50. */
    list: call.listOnCallSchedules,
    create: call.createOnCallSchedule,
    get: call.readOnCallSchedule,
    /** Changes a schedule. Omitted fields keep their value. */
    update: call.editOnCallSchedule,
    /** Deletes a schedule with its overrides. Resolves to the deleted schedule. */
    delete: call.deleteOnCallSchedule,
    /** Reads who is on call in a period of at most 100 days, and when no member is on call. Default: the next 28 days. */
    coverage: call.readOnCallCoverage,
    /** Lists the overrides of a schedule, oldest first. */
    listOverrides: call.listOnCallOverrides,
    /** Puts a member on call for a period. */
    createOverride: call.createOnCallOverride,
    /** Deletes an override. Resolves to the deleted override. */
    deleteOverride: call.deleteOnCallOverride,
    /** Lists how each member is alerted when on call. */
    listContacts: call.listOnCallContacts,
    /** Changes how you are alerted. Admins can also change how other members are alerted. */
    updateContact: call.editOnCallContact,
    /** Returns your calendar of shifts, without its secret address; null if you have none. */
    getCalendar: call.readOnCallCalendar,
    /** Creates a secret address for your calendar and revokes the earlier address. Only this response contains the address. */
    createCalendar: call.createOnCallCalendar,
    /** Revokes the address of your calendar immediately. */
    deleteCalendar: call.deleteOnCallCalendar,
  };
}
