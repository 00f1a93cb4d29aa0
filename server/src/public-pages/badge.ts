import type { BadgeStyle } from '@overdue/domain/access/share.ts';
import { html } from '../platform/http/markup.ts';
import type { OverallStatus } from './overall-status.ts';
import { statusIcon } from './overall-status.ts';

export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly overall: OverallStatus;
}

/** White text has a contrast of at least 4.5 on each of these colours. */
const COLOURS: Readonly<Record<OverallStatus, string>> = {
  up: '#1a7f4b',
  late: '#8a6100',
  failing: '#b04a00',
  down: '#c62828',
  paused: '#5f6673',
  new: '#4a6a94',
  none: '#5f6673',
};
const LABEL_COLOUR = '#3b4250';

const HEIGHT = 20;
const MARGIN = 6;
const SHAPE = 10;
const GAP = 4;

export function badgeSVG({ label, message, overall }: Badge, style: BadgeStyle): string {
  const labelWidth = textWidth(label);
  const messageWidth = textWidth(message);
  const left = MARGIN + labelWidth + MARGIN;
  const right = MARGIN + SHAPE + GAP + messageWidth + MARGIN;
  const width = left + right;
  const messageAt = left + MARGIN + SHAPE + GAP;
  const corner = style === 'flat' ? 3 : 0;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}: ${message}"><title>${label}: ${message}</title>
<clipPath id="c"><rect width="${width}" height="${HEIGHT}" rx="${corner}"/></clipPath>
<g clip-path="url(#c)"><path fill="${LABEL_COLOUR}" d="M0 0h${left}v${HEIGHT}H0z"/><path fill="${COLOURS[overall]}" d="M${left} 0h${right}v${HEIGHT}H${left}z"/></g>
<g fill="#fff" color="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-rendering="geometricPrecision">
<text x="${MARGIN}" y="14" textLength="${labelWidth}">${label}</text>
<g transform="translate(${left + MARGIN} 5) scale(${SHAPE / 12})">${statusIcon(overall)}</g>
<text x="${messageAt}" y="14" textLength="${messageWidth}">${message}</text>
</g>
</svg>
`;
  return String(svg);
}

const CACHE_SECONDS = 300;

/** Returns the JSON of a shields.io endpoint badge. The schema of shields.io allows no other fields. */
export function badgeJSON({ label, message, overall }: Badge): string {
  return JSON.stringify({
    schemaVersion: 1,
    label,
    message,
    color: COLOURS[overall],
    isError: overall === 'down',
    cacheSeconds: CACHE_SECONDS,
  });
}

/** Widths of the characters from space to `~` in Verdana at 11 px, in tenths of a pixel. */
const WIDTHS = [
  39, 43, 50, 90, 70, 118, 80, 30, 50, 50, 70, 90, 40, 50, 40, 50, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 50,
  50, 90, 90, 90, 60, 110, 75, 75, 77, 85, 70, 63, 85, 83, 46, 50, 76, 61, 93, 82, 87, 66, 87, 76, 75, 68, 81,
  75, 109, 75, 68, 75, 50, 50, 50, 90, 70, 70, 66, 69, 57, 69, 66, 39, 69, 70, 30, 38, 65, 30, 107, 70, 67,
  69, 69, 47, 57, 43, 70, 65, 90, 65, 65, 58, 70, 50, 70, 90,
];
const FIRST = 32;
const OTHER = 75;
/** Width of full-width characters, such as Chinese characters. */
const WIDE = 110;

/**
 * Estimates the width of a text in pixels. The SVG declares this width, so that browsers stretch or squeeze text in other fonts
 * to fit.
 */
function textWidth(text: string): number {
  let tenths = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    tenths += WIDTHS[code - FIRST] ?? (code >= 0x11_00 ? WIDE : OTHER);
  }
  return Math.max(1, Math.round(tenths / 10));
}
