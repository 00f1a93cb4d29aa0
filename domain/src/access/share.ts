export const SHARE_KINDS = ['badge', 'status_page', 'calendar'] as const;
/** Kinds of public pages. Anyone who has the address can see a share. */
export type ShareKind = (typeof SHARE_KINDS)[number];

export const BADGE_STYLES = ['flat', 'flat-square'] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

/** Monitors that a share shows. If the named project or monitor has been deleted, the share shows no monitors. */
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

export interface ShareOptions {
  /** Text at the top of a status page; '' for none. */
  readonly description: string;
  readonly timezone: string;
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
  /** Last part of the share's address. Random, unless a person chose the address of a status page. */
  readonly key: string;
  readonly title: string;
  readonly scope: ShareScope;
  readonly options: ShareOptions;
  readonly createdAt: number;
  readonly createdBy: string;
}
