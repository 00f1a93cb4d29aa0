import type { Browser, Page } from 'playwright-core';

/** Frames of a scroll, as the browser's trace reports them. */
export interface ShownFrames {
  readonly count: number;
  /** The screen stood still for a sixtieth of a second. */
  readonly dropped: number;
  /** The page moved, and what its scripts had changed for that frame came with the next one. */
  readonly late: number;
  /** A part of the window was blank, since it had not been painted yet. */
  readonly blank: number;
}

/** Event of Chromium's `PipelineReporter`, from which its developer tools draw the track of frames. */
interface FrameReport {
  readonly frame_sequence: number;
  readonly state: string;
  readonly scroll_state: string;
  readonly has_missing_content: boolean;
  readonly checkerboarded_needs_raster: boolean;
  readonly checkerboarded_needs_record: boolean;
}

/** Has the browser itself note what it shows of each frame in which the page is scrolled, until it is asked for the account. */
export async function noteShownFrames(browser: Browser, page: Page): Promise<() => Promise<ShownFrames>> {
  await browser.startTracing(page, { categories: ['cc', 'benchmark'] });
  return async () => countShownFrames(readReports(await browser.stopTracing()));
}

function countShownFrames(reports: readonly FrameReport[]): ShownFrames {
  // A frame has two reports where the page's scripts came later than its move.
  const frames = [...Map.groupBy(reports, ({ frame_sequence }) => frame_sequence).values()];
  if (frames.length === 0) throw new Error('The browser noted no frame of the scroll.');
  const having = (isSo: (states: readonly string[]) => boolean) =>
    frames.filter((frame) => isSo(frame.map(({ state }) => state))).length;
  return {
    count: frames.length,
    dropped: having((states) => states.includes('STATE_DROPPED')),
    late: having(
      (states) => states.includes('STATE_PRESENTED_PARTIAL') && !states.includes('STATE_PRESENTED_ALL'),
    ),
    blank: frames.filter((frame) => frame.some(isBlank)).length,
  };
}

function isBlank(report: FrameReport): boolean {
  return (
    report.has_missing_content || report.checkerboarded_needs_raster || report.checkerboarded_needs_record
  );
}

function readReports(trace: Buffer): readonly FrameReport[] {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  return traceEvents
    .filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b')
    .flatMap(({ args: { frame_reporter: report } }) => (report === undefined ? [] : [report]))
    .filter(({ scroll_state }) => scroll_state !== 'SCROLL_NONE');
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly args: { readonly frame_reporter?: FrameReport };
}
