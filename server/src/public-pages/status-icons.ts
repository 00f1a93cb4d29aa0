import { html, type Markup } from '../platform/http/markup.ts';
import type { OverallStatus } from './overall-status.ts';

/** Icons on a 12 × 12 grid in the current colour. Shapes differ, so that no status depends only on colour. */
const ICONS: Readonly<Record<OverallStatus, Markup>> = {
  up: html`<circle cx="6" cy="6" r="4.5" fill="currentColor"/>`,
  late: html`<circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M6 1.5a4.5 4.5 0 000 9z" fill="currentColor"/>`,
  failing: html`<path d="M6 1.2L11.3 10.6H.7z" fill="currentColor"/>`,
  down: html`<rect x="1.5" y="1.5" width="9" height="9" rx="1" fill="currentColor"/>`,
  paused: html`<path d="M3.5 1.5h1.8v9H3.5zM6.9 1.5h1.8v9H6.9z" fill="currentColor"/>`,
  new: html`<circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5"/>`,
  none: html`<path d="M2 5.2h8v1.6H2z" fill="currentColor"/>`,
};

/** Hollow square of an incident that has ended. */
export const ENDED_ICON = html`<rect x="2.25" y="2.25" width="7.5" height="7.5" rx="1" fill="none" stroke="currentColor" stroke-width="1.5"/>`;

export function statusIcon(overall: OverallStatus): Markup {
  return ICONS[overall];
}
