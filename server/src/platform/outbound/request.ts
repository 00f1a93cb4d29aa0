export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most 256 kB. */
  readonly body?: string | Uint8Array;
  /** Signal that cancels the request. */
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** First 64 kB of the body, unless the request function reads more. */
  readonly body: string;
}

/** Sends one HTTP request to an allowed address, without following redirects. Rejects with an `OutboundError`. */
export type Request = (request: OutboundRequest) => Promise<OutboundResponse>;
