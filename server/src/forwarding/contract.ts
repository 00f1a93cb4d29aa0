/** A monitor whose pings this process forwards until its lease ends. */
export interface ForwardingClaim {
  readonly monitorID: number;
  readonly shortID: string;
  readonly normalizedPingID: string;
  readonly url: string;
  /** Number of the last event that was sent or dropped. */
  readonly lastForwardedEvent: number;
  readonly eventCount: number;
  /** Failed attempts in a row. */
  readonly attempts: number;
  readonly leaseUntil: number;
}

/** Result of a claim. Ignored if another process took over the claim. */
export interface ForwardingResult {
  readonly monitorID: number;
  readonly leaseUntil: number;
  readonly lastForwardedEvent: number;
  readonly attempts: number;
  /** Time of the next attempt after a failure; 0 otherwise. */
  readonly dueAt: number;
  /** Time of the last successful attempt; null if there was none. */
  readonly sentAt: number | null;
  readonly failure: { readonly at: number; readonly error: string } | null;
  /** Number of events dropped because they could not be sent. */
  readonly dropped: number;
  readonly endedAt: number;
}

/** State of a monitor's forwarding, as shown to users. */
export interface ForwardingState {
  /** Number of pings waiting to be forwarded. */
  readonly backlog: number;
  readonly lastSentAt: number | null;
  readonly failedAt: number | null;
  /** Reason for the last failure; '' after a later success. */
  readonly error: string;
  /** Time of the next attempt after a failure; null otherwise. */
  readonly retryAt: number | null;
  readonly dropped: number;
  readonly droppedAt: number | null;
}

export interface ForwardingStore {
  /** Saves results, and claims monitors with pings to forward, longest due first. */
  takeForwarding(options: {
    readonly results: readonly ForwardingResult[];
    readonly now: number;
    readonly leaseUntil: number;
    readonly limit: number;
    /** Whether leases of other processes are void, because no other process can be running. */
    readonly takesOver: boolean;
  }): Promise<readonly ForwardingClaim[]>;
  /** Returns the state of a monitor's forwarding; null if the monitor doesn't forward its pings. */
  findForwarding(monitorID: number): Promise<ForwardingState | null>;
}
