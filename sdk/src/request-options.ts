export interface RequestOptions {
  /**
   * Changes the resource only if it still has this `revision`; `'*'` accepts any revision. Otherwise the error has the
   * code `precondition_failed` and the current resource in `current`.
   */
  readonly ifMatch?: number | '*' | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's `timeoutMs` for this request. */
  readonly timeoutMs?: number | undefined;
}
