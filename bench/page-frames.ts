import type { Page } from 'playwright-core';

/** How evenly a page's own scripts came to their frames while something went on in it. */
export interface Frames {
  readonly count: number;
  /** Frames that should have been and were not. The browser may have shown one that was scrolled, without its scripts. */
  readonly dropped: number;
  /** The longest time without a frame. */
  readonly longestMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Smallest height of rendered rows below the window, in pixels. A negative value means that the list had a gap. */
  readonly readyPxMin: number;
}

/** Duration of a frame on a screen with 60 frames a second. */
const FRAME_MS = 1000 / 60;

/** Watches the frames of a page while `work` goes on. */
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

/** Scrolls as a wheel that is kept turning, on the browser's own thread. */
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

/** From a key or a click to the frame that shows the list as it then is, in ms. */
export async function measureChange(page: Page, act: () => Promise<void>): Promise<number> {
  const change = page.evaluate(() => window.probe.nextChange());
  // The page listens when it has answered something else that was asked after that.
  await page.evaluate(() => undefined);
  await act();
  return change;
}
