import { encode } from 'uqr';

/** Largest version, 97 × 97 modules: phone cameras read its modules at the size we draw them. */
const VERSION_MAX = 20;
/** Maximum length of a text in UTF-8: what version 20 holds at error correction level M. */
const BYTES_MAX = 666;

/**
 * Encodes a text as a QR code at error correction level M, which tolerates 15 % damage. Returns rows of modules, true for dark
 * ones, without a margin. Returns null if the text is longer than 666 bytes.
 */
export function qrModules(text: string): readonly (readonly boolean[])[] | null {
  if (new TextEncoder().encode(text).length > BYTES_MAX) return null;
  return encode(text, { ecc: 'M', maxVersion: VERSION_MAX, border: 0 }).data;
}
