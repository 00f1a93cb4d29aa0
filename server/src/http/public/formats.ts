import type { ShareKind } from '../../domain/access/share.ts';
import { badgeJSON, badgeSVG } from './badge.ts';
import { noStatusHTML, STATUS_POLICY } from './status-html.ts';

export type FormatName = 'badge_svg' | 'badge_json' | 'status_html' | 'status_json' | 'calendar';

/** One form in which a share is sent. */
export interface Format {
  readonly kind: ShareKind;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent where there is no such share: the same whether there never was, it was revoked, or is of another kind. */
  readonly missing: string;
}

const NO_BADGE = { label: 'status', message: 'not found', standing: 'none' } as const;
const MISSING_JSON = JSON.stringify({ error: 'There is no such page.' });

/** Other sites may show these: nothing in them is for one reader alone. */
const FOR_ALL = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** A picture or a file, of which no browser is to make a page. */
const NO_PAGE = { 'Content-Security-Policy': "default-src 'none'; sandbox" };

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  badge_svg: {
    kind: 'badge',
    headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', ...FOR_ALL, ...NO_PAGE },
    missing: badgeSVG(NO_BADGE, 'flat'),
  },
  badge_json: {
    kind: 'badge',
    headers: { 'Content-Type': 'application/json', ...FOR_ALL, ...NO_PAGE },
    missing: badgeJSON(NO_BADGE),
  },
  status_html: {
    kind: 'status_page',
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': STATUS_POLICY,
      // The address of a page may be all that keeps others from it.
      'Referrer-Policy': 'no-referrer',
    },
    missing: noStatusHTML(),
  },
  status_json: {
    kind: 'status_page',
    headers: { 'Content-Type': 'application/json', ...FOR_ALL, ...NO_PAGE },
    missing: MISSING_JSON,
  },
  calendar: {
    kind: 'calendar',
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="overdue.ics"',
      ...NO_PAGE,
    },
    missing: 'There is no such calendar.\n',
  },
};
