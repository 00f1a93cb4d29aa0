import type {
  OnCall,
  OnCallContact,
  OnCallContactEdit,
  OnCallOverride,
  OnCallOverrideInput,
  OnCallSchedule,
  OnCallScheduleEdit,
  OnCallScheduleInput,
  Responses,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

export type OnCallCoverage = Responses['readOnCallCoverage'];

/** On-call schedules, their overrides, and how members on call are alerted. */
export interface OnCallAPI {
  /** Reads who is on call now, in each schedule. */
  now(options?: RequestOptions): Promise<readonly OnCall[]>;
  /** Lists all schedules of the team, at most 50. */
  list(options?: RequestOptions): Promise<readonly OnCallSchedule[]>;
  create(input: OnCallScheduleInput, options?: RequestOptions): Promise<OnCallSchedule>;
  get(onCallShortID: string, options?: RequestOptions): Promise<OnCallSchedule>;
  /** Changes a schedule. Omitted fields keep their value. */
  update(onCallShortID: string, edit: OnCallScheduleEdit, options?: RequestOptions): Promise<OnCallSchedule>;
  /** Deletes a schedule with its overrides. Resolves to the deleted schedule. */
  delete(onCallShortID: string, options?: RequestOptions): Promise<OnCallSchedule>;
  /** Reads who is on call in a period of at most 100 days, and when no member is on call. Default: the next 28 days. */
  coverage(
    onCallShortID: string,
    period?: { readonly from?: string | undefined; readonly to?: string | undefined },
    options?: RequestOptions,
  ): Promise<OnCallCoverage>;
  /** Lists the overrides of a schedule, oldest first. */
  listOverrides(onCallShortID: string, options?: RequestOptions): Promise<readonly OnCallOverride[]>;
  /** Puts a member on call for a period. */
  createOverride(
    onCallShortID: string,
    input: OnCallOverrideInput,
    options?: RequestOptions,
  ): Promise<OnCallOverride>;
  /** Deletes an override. Resolves to the deleted override. */
  deleteOverride(
    onCallShortID: string,
    overrideShortID: string,
    options?: RequestOptions,
  ): Promise<OnCallOverride>;
  /** Lists how each member is alerted when on call. */
  listContacts(options?: RequestOptions): Promise<readonly OnCallContact[]>;
  /** Changes how you are alerted. Admins can also change how other members are alerted. */
  updateContact(memberID: string, edit: OnCallContactEdit, options?: RequestOptions): Promise<OnCallContact>;
  /** Returns your calendar of shifts, without its secret address; null if you have none. */
  getCalendar(options?: RequestOptions): Promise<Responses['readOnCallCalendar']['calendar']>;
  /** Creates a secret address for your calendar and revokes the earlier address. Only this response contains the address. */
  createCalendar(options?: RequestOptions): Promise<Responses['createOnCallCalendar']>;
  /** Revokes the address of your calendar immediately. */
  deleteCalendar(options?: RequestOptions): Promise<void>;
}

export function onCallAPI({ call }: Caller): OnCallAPI {
  return {
    now: async (options) => (await call('readOnCall', {}, options)).onCall,
    list: async (options) => (await call('listOnCallSchedules', {}, options)).schedules,
    create: async (body, options) => (await call('createOnCallSchedule', { body }, options)).schedule,
    get: async (onCallShortID, options) =>
      (await call('readOnCallSchedule', { params: { onCallShortID } }, options)).schedule,
    update: async (onCallShortID, body, options) =>
      (await call('editOnCallSchedule', { params: { onCallShortID }, body }, options)).schedule,
    delete: async (onCallShortID, options) =>
      (await call('deleteOnCallSchedule', { params: { onCallShortID } }, options)).schedule,
    coverage: (onCallShortID, query = {}, options) =>
      call('readOnCallCoverage', { params: { onCallShortID }, query }, options),
    listOverrides: async (onCallShortID, options) =>
      (await call('listOnCallOverrides', { params: { onCallShortID } }, options)).overrides,
    createOverride: async (onCallShortID, body, options) =>
      (await call('createOnCallOverride', { params: { onCallShortID }, body }, options)).override,
    deleteOverride: async (onCallShortID, overrideShortID, options) =>
      (await call('deleteOnCallOverride', { params: { onCallShortID, overrideShortID } }, options)).override,
    listContacts: async (options) => (await call('listOnCallContacts', {}, options)).contacts,
    updateContact: async (memberID, body, options) =>
      (await call('editOnCallContact', { params: { memberID }, body }, options)).contact,
    getCalendar: async (options) => (await call('readOnCallCalendar', {}, options)).calendar,
    createCalendar: (options) => call('createOnCallCalendar', {}, options),
    async deleteCalendar(options) {
      await call('deleteOnCallCalendar', {}, options);
    },
  };
}
