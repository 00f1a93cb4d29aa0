export const SHARE_KINDS = ['badge', 'status_page', 'calendar'] as const;
/** What a team shows to whoever has the address. */
export type ShareKind = (typeof SHARE_KINDS)[number];

export const BADGE_STYLES = ['flat', 'flat-square'] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

/** Which monitors a share is about. What it names may have been deleted meanwhile: then it is about none. */
export type ShareScope =
  | { readonly kind: 'team' }
  | { readonly kind: 'project'; readonly projectShortID: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'monitor'; readonly shortID: string };

export const SCOPE_KINDS = [
  'team',
  'project',
  'tag',
  'monitor',
] as const satisfies readonly ShareScope['kind'][];

/** How it is shown. Each kind has use for some of it. */
export interface ShareOptions {
  /** Stands at the top of a status page; '' for nothing. */
  readonly description: string;
  /** In which a status page tells times; an IANA name. */
  readonly timezone: string;
  /** Whether search engines may list a status page. */
  readonly indexed: boolean;
  readonly style: BadgeStyle;
}

export const SHARE_OPTIONS_DEFAULT: ShareOptions = {
  description: '',
  timezone: 'UTC',
  indexed: false,
  style: 'flat',
};

export interface Share {
  readonly shareID: string;
  readonly teamID: string;
  readonly kind: ShareKind;
  /** The part of its address that makes it this one: drawn at random, or chosen for a status page. */
  readonly key: string;
  readonly title: string;
  readonly scope: ShareScope;
  readonly options: ShareOptions;
  readonly createdAt: number;
  /** The member's name or email, as it was then. */
  readonly createdBy: string;
}
