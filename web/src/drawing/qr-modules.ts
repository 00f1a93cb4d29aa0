import { encode } from 'uqr';

/** Largest version of QR codes to use: 97 × 97 modules. Phone cameras can still read it at the size shown. */
const VERSION_MAX = 20;
/** Maximum length of a text in UTF-8: the capacity of version 20 at error correction level M. */
const BYTES_MAX = 666;

/**
 * Returns rows of modules, true for dark; null if the text is longer than {@link BYTES_MAX}. Level M tolerates 15 %
 * damage.
 */
export function qrModules(text: string): readonly (readonly boolean[])[] | null {
  if (new TextEncoder().encode(text).length > BYTES_MAX) return null;
  return encode(text, { ecc: 'M', maxVersion: VERSION_MAX, border: 0 }).data;
}
