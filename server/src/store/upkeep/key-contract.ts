/** A text that was sealed with the service's key, and the context that it was sealed for. */
export interface SealedText {
  readonly sealed: string;
  readonly context: string;
}

/** Finds out whether the database belongs to the service's key. */
export interface KeyStore {
  /** Returns the check value, a text sealed with the key; null for a database that has none yet. */
  keyCheck(): Promise<string | null>;
  /** Keeps a check value unless there is one. Returns the one that the database has now. */
  keepKeyCheck(sealed: string): Promise<string>;
  /** Replaces the check value, because the key has changed. */
  replaceKeyCheck(sealed: string): Promise<void>;
  /** Lists the newest sealed settings of channels. */
  sealedSettings(limit: number): Promise<readonly SealedText[]>;
  /** Lists encrypted keys of authenticator apps. */
  sealedTOTPKeys(limit: number): Promise<readonly string[]>;
}
