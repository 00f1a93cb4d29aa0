import type { Browser, Page } from 'playwright-core';

/** Counts of frames during a scroll, from the browser's trace. */
export interface ShownFrames {
  readonly count: number;
  /** Number of frames that the browser dropped: the screen did not change. */
  readonly dropped: number;
  /**
   * Number of frames in which the page moved before its scripts had finished. The scripts' changes appeared in the next frame.
   */
  readonly late: number;
  /** Number of frames in which a part of the window was blank, because it was not painted yet. */
  readonly blank: number;
}

/** Chromium's `PipelineReporter` event, from which its developer tools draw the frames track. */
interface FrameReport {
  readonly frame_sequence: number;
  readonly state: string;
  readonly scroll_state: string;
  readonly has_missing_content: boolean;
  readonly checkerboarded_needs_raster: boolean;
  readonly checkerboarded_needs_record: boolean;
}

/**
 * Makes the browser record the frames that it shows while the page is scrolled. The returned function ends the
 * recording and returns the counts.
 */
export async function noteShownFrames(browser: Browser, page: Page): Promise<() => Promise<ShownFrames>> {
  await browser.startTracing(page, { categories: ['cc', 'benchmark'] });
  return async () => countShownFrames(readReports(await browser.stopTracing()));
}

function countShownFrames(reports: readonly FrameReport[]): ShownFrames {
  // A frame has two reports if the page's scripts finished after it had moved.
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
