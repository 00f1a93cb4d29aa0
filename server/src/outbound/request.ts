export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most 256 kB. */
  readonly body?: string;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 64 kB. */
  readonly body: string;
}

/**
 * Sends one HTTP request, within a time limit, to an address that is allowed, and follows no redirect. Rejects with an
 * `OutboundError` when there is no answer.
 */
export type Request = (request: OutboundRequest) => Promise<OutboundAnswer>;
