import type { ShareKind } from '@overdue/domain/access/share.ts';
import { badgeJSON, badgeSVG } from './badge.ts';
import { missingPageHTML, STATUS_POLICY } from './status-html.ts';

export type FormatName = 'badge_svg' | 'badge_json' | 'status_html' | 'status_json' | 'calendar';

export interface Format {
  readonly kind: ShareKind;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Response for a share that is missing, revoked or of another kind. All three cases get the same response, so that it reveals
   * nothing.
   */
  readonly missing: string;
}

const NO_BADGE = { label: 'status', message: 'not found', overall: 'none' } as const;
const MISSING_JSON = JSON.stringify({ error: 'There is no such page.' });

/** Headers that let any site embed public content. */
const FOR_ALL = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Headers that keep browsers from running scripts in images and files. */
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
      // The URL of the page may be secret, so links must not reveal it to other sites.
      'Referrer-Policy': 'no-referrer',
    },
    missing: missingPageHTML(),
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
