import type { BadgeStyle } from '@overdue/domain/access/share.ts';
import { html } from '../platform/http/markup.ts';
import type { OverallStatus } from './overall-status.ts';
import { statusIcon } from './status-icons.ts';
import { textWidth } from './text-width.ts';

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
