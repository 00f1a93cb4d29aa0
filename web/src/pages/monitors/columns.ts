/** Grid columns. Wider lists also show the last ping, then the schedule, then project and tags. */
const GRID_CLASS =
  'grid items-center gap-x-3 px-3 ' +
  'grid-cols-[24px_12px_minmax(0,1fr)_182px_104px_56px] ' +
  '@min-[760px]:grid-cols-[24px_12px_minmax(0,1fr)_182px_84px_104px_56px] ' +
  '@min-[940px]:grid-cols-[24px_12px_minmax(0,1fr)_minmax(0,0.9fr)_182px_84px_104px_56px] ' +
  '@min-[2000px]:gap-x-6 ';

/** Grid of lists with the project's column. In lists wider than 2000 px, the bars of runs get wider too. */
const WITH_PROJECT =
  GRID_CLASS +
  '@min-[1080px]:grid-cols-[24px_12px_minmax(0,1.45fr)_minmax(0,0.55fr)_minmax(0,0.9fr)_minmax(0,1.15fr)_182px_80px_96px_56px] ' +
  '@min-[2000px]:grid-cols-[24px_12px_minmax(0,1.1fr)_minmax(0,0.5fr)_minmax(0,0.8fr)_minmax(0,0.8fr)_minmax(0,1.3fr)_120px_140px_80px]';
const WITHOUT_PROJECT =
  GRID_CLASS +
  '@min-[1080px]:grid-cols-[24px_12px_minmax(0,1.55fr)_minmax(0,0.95fr)_minmax(0,1.4fr)_182px_80px_96px_56px] ' +
  '@min-[2000px]:grid-cols-[24px_12px_minmax(0,1.2fr)_minmax(0,0.9fr)_minmax(0,0.9fr)_minmax(0,1.3fr)_120px_140px_80px]';

/** Returns the grid. Omits the project's column if the list is grouped by project. */
export function gridClass({ hasProject }: { readonly hasProject: boolean }): string {
  return hasProject ? WITH_PROJECT : WITHOUT_PROJECT;
}

export const FROM_LAST = 'hidden @min-[760px]:block';
export const FROM_SCHEDULE = 'hidden @min-[940px]:block';
export const FROM_PROJECT = 'hidden @min-[1080px]:block';

/** Matches windows in which rows are cards, below the breakpoint `md` in tokens.css. */
export const CARDS_QUERY = '(max-width: 899.98px)';
/** Matches windows in which the panel fits beside the list, from the breakpoint `lg` in tokens.css. */
export const BESIDE_QUERY = '(min-width: 1200px)';

/** Matches windows in which all sizes are larger, from the breakpoint `3xl` in tokens.css. */
export const LARGE_QUERY = '(min-width: 3000px)';
export const LARGE_SCALE = 1.25;

export const ROW_HEIGHT = { comfortable: 40, compact: 32 } as const;
export const CARD_HEIGHT = 104;
export const GROUP_CARD_HEIGHT = 44;
