/** A browser that shows the alerts of an account as notifications, even while Overdue is closed (web push). */
export interface PushDevice {
  readonly id: string;
  readonly userID: string;
  /** Session that added the device. Ending the session deletes the device. Null after the session has expired. */
  readonly sessionID: string | null;
  readonly name: string;
  /** Address and keys of the browser's subscription, sealed for the device's ID. */
  readonly subscription: string;
  /** SHA-256 of the subscription's address. Unique, because a browser belongs to the account that added it last. */
  readonly addressHash: string;
  readonly createdAt: number;
  /** Time of the last accepted notification, accurate to the minute. */
  readonly usedAt: number | null;
}

/** Selects all devices of an account, or the devices of a member or of a team's members. Former members don't count. */
export type PushDeviceOwner =
  | { readonly userID: string }
  | { readonly memberID: string }
  | { readonly teamID: string };

type PushDeviceChange =
  /** Replaces a device with the same address. Refused as `too_many` if the account has `max` other devices. */
  | { readonly kind: 'add'; readonly device: Omit<PushDevice, 'usedAt'>; readonly max: number }
  | { readonly kind: 'delete'; readonly device: Pick<PushDevice, 'id' | 'userID'> };

export interface PushDeviceStore {
  readonly pushDevices: {
    /** Oldest first. */
    list(of: PushDeviceOwner): Promise<readonly PushDevice[]>;
    /** `not_found`: the account has no such device. */
    change(change: PushDeviceChange): Promise<'changed' | 'too_many' | 'not_found'>;
  };
}
