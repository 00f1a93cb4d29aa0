/** Text sealed with the service's key, and the context of the seal. */
export interface SealedText {
  readonly sealed: string;
  readonly context: string;
}

/** Detects a database that belongs to another key. */
export interface KeyStore {
  /** Returns the check value, a text sealed with the key; null in a new database. */
  keyCheck(): Promise<string | null>;
  /** Inserts a check value if there is none. Returns the stored one. */
  keepKeyCheck(sealed: string): Promise<string>;
  replaceKeyCheck(sealed: string): Promise<void>;
  sealedSettings(limit: number): Promise<readonly SealedText[]>;
  sealedTOTPKeys(limit: number): Promise<readonly string[]>;
}
