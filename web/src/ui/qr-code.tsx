import { useMemo } from 'react';
import { encode } from 'uqr';

/** Width of the light margin in modules, as the standard requires. */
const MARGIN = 4;

/**
 * QR code, dark on white in both themes, because some scanners can't read inverted codes. Renders nothing if the text
 * is too long.
 */
export function QRCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = useMemo(() => qrModules(text), [text]);
  if (modules === null) return null;
  const size = modules.length + 2 * MARGIN;
  const path = modules
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

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
