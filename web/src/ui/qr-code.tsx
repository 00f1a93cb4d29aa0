import { useMemo } from 'react';
import { qrModules } from '../drawing/qr-modules.ts';

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
