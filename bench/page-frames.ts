import type { Page } from 'playwright-core';

/** How smoothly the scripts of a page ran during some work. */
export interface Frames {
  readonly count: number;
  /** Number of frames that the page's animation callback missed. The browser may still have scrolled in these frames. */
  readonly dropped: number;
  /** Longest time between two frames. */
  readonly longestMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Smallest height of rendered rows below the window, in pixels. A negative value means that the list had a gap. */
  readonly readyPxMin: number;
}

/** Duration of a frame on a screen with 60 frames per second. */
const FRAME_MS = 1000 / 60;

/** Records the frames of a page while `work` runs. */
export async function watchFrames(page: Page, work: () => Promise<void>): Promise<Frames> {
  const from = await page.evaluate(() => {
    window.probe.watch();
    return performance.now();
  });
  await work();
  const { frames, longTasks, readyPxMin } = await page.evaluate((since) => {
    window.probe.isWatching = false;
    return {
      frames: window.probe.frames,
      readyPxMin: window.probe.readyPxMin,
      longTasks: window.probe.longTasks.filter(({ at }) => at >= since).map(({ ms }) => ms),
    };
  }, from);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  return {
    count: frames.length,
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0),
    longestMs: Math.max(0, ...gaps),
    longTasks: longTasks.length,
    longestTaskMs: Math.max(0, ...longTasks),
    readyPxMin,
  };
}

/** Scrolls like a wheel that is turned continuously, on the browser's compositor thread. */
export async function scroll(
  page: Page,
  { pixels, speed }: { readonly pixels: number; readonly speed: number },
) {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -pixels,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  await session.detach();
}

/** Returns the time in milliseconds from a key press or click to the frame that shows the changed list. */
export async function measureChange(page: Page, act: () => Promise<void>): Promise<number> {
  const change = page.evaluate(() => window.probe.nextChange());
  // Expressions are evaluated in order: after this one, `nextChange` is listening.
  await page.evaluate(() => undefined);
  await act();
  return change;
}
