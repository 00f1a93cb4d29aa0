/**
 * The columns by the width of the list, not of the window, since a panel may stand beside it. Header and rows share them.
 * Always: selection, status, name, strip, next, failures. With more room: last ping, schedule, then project and tags.
 */
export const GRID_CLASS =
  'grid items-center gap-x-3 px-3 ' +
  'grid-cols-[24px_12px_minmax(0,1fr)_182px_96px_32px] ' +
  '@min-[760px]:grid-cols-[24px_12px_minmax(0,1fr)_182px_84px_96px_32px] ' +
  '@min-[940px]:grid-cols-[24px_12px_minmax(0,1fr)_minmax(0,0.9fr)_182px_84px_96px_32px] ' +
  '@min-[1080px]:grid-cols-[24px_12px_minmax(0,1.3fr)_minmax(0,0.6fr)_minmax(0,0.95fr)_minmax(0,1.2fr)_182px_84px_96px_32px]';

export const FROM_LAST = 'hidden @min-[760px]:block';
export const FROM_SCHEDULE = 'hidden @min-[940px]:block';
export const FROM_PROJECT = 'hidden @min-[1080px]:block';

/** Where the window is as narrow as a phone's, rows are cards. Fits the breakpoint `md` of the tokens. */
export const CARDS_QUERY = '(max-width: 899.98px)';
/** Where there is room for the panel beside the list. Fits the breakpoint `lg` of the tokens. */
export const BESIDE_QUERY = '(min-width: 1200px)';

export const ROW_HEIGHT = { comfortable: 40, compact: 32 } as const;
export const CARD_HEIGHT = 104;
