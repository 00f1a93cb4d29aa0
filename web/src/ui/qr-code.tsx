import { useMemo } from 'react';
import { encodeQR } from '../drawing/qr/encode.ts';

/** Light modules around it, without which readers don't find it. */
const MARGIN = 4;

/** A text as a QR code, dark on white in either theme: many readers know no other. Nothing when it is too long for one. */
export function QRCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = useMemo(() => encodeQR(text), [text]);
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
