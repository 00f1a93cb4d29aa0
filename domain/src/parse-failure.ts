/** A text that can't be parsed. `message` is for the person who typed the text: the mistake, its place, and the remedy. */
export interface ParseFailure {
  readonly ok: false;
  readonly message: string;
}
