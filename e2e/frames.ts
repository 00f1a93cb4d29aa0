import type { Page } from 'playwright-core';

/** Waits two frames: in the first one, the page may still show its earlier state. */
export async function drawTwoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
