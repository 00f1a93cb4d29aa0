/** Measurements that a page takes itself, in milliseconds since the navigation. */
export interface Probe {
  /** Time at which the first row of the list was painted and the page could react to input. */
  usableAt: number | null;
  firstPaintAt: number | null;
  largestPaintAt: number;
  /** Sum of layout shifts that no user input caused. */
  layoutShift: number;
  readonly longTasks: { readonly at: number; readonly ms: number }[];
  /** Start times of the frames, recorded while {@link Probe.isWatching} is true. */
  frames: number[];
  /**
   * Minimum height in pixels of the rendered rows below the window during scrolling, recorded while {@link Probe.isWatching} is
   * true.
   */
  readyPxMin: number;
  isWatching: boolean;
  watch(): void;
  /** Returns the time from the next key press or click to the frame that shows a different number of rows. */
  nextChange(): Promise<number>;
  /** Returns the time at which the row with this name gets a different status, by the machine's clock. */
  nextStatus(name: string): Promise<number>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in the page before the page's own scripts. */
export function installProbe(): void {
  const probe: Probe = {
    usableAt: null,
    firstPaintAt: null,
    largestPaintAt: 0,
    layoutShift: 0,
    longTasks: [],
    frames: [],
    readyPxMin: Number.MAX_SAFE_INTEGER,
    isWatching: false,
    watch() {
      probe.frames = [];
      probe.readyPxMin = Number.MAX_SAFE_INTEGER;
      probe.isWatching = true;
      const note = (at: number): void => {
        if (!probe.isWatching) return;
        probe.frames.push(at);
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    },
    nextChange: () =>
      new Promise((resolve, reject) => {
        tooLate(reject);
        const before = rows();
        let since: number | null = null;
        const start = ({ timeStamp }: Event): void => {
          since ??= timeStamp;
        };
        for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, start, { capture: true });
        const observer = new MutationObserver(() => {
          if (since === null || rows() === before) return;
          observer.disconnect();
          for (const kind of ['keydown', 'pointerdown']) removeEventListener(kind, start, { capture: true });
          const from = since;
          afterPaint(() => resolve(performance.now() - from));
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      }),
    nextStatus: (name) =>
      new Promise((resolve, reject) => {
        tooLate(reject);
        const before = statusOf(name);
        const observer = new MutationObserver(() => {
          const now = statusOf(name);
          if (now === undefined || now === before) return;
          observer.disconnect();
          afterPaint(() => resolve(Date.now()));
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      }),
  };
  window.probe = probe;
  // Runs before the list handles the event: the window has already moved, but the list hasn't rendered new rows yet.
  addEventListener('scroll', () => probe.isWatching && noteReady(), { capture: true });

  function noteReady(): void {
    const last = [...document.querySelectorAll('[data-row]')].at(-1);
    if (last === undefined) return;
    const readyPx = last.getBoundingClientRect().bottom - innerHeight;
    probe.readyPxMin = Math.min(probe.readyPxMin, readyPx);
  }

  function tooLate(reject: (error: Error) => void): void {
    setTimeout(() => reject(new Error('What was waited for did not come.')), 20_000);
  }
  function rows(): string | null {
    const list = document.querySelector('[role="table"]');
    return list === null ? 'none' : list.getAttribute('aria-rowcount');
  }
  function statusOf(name: string): string | null | undefined {
    const row = [...document.querySelectorAll('[data-row]')].find(
      (candidate) => candidate.querySelector('a')?.textContent === name,
    );
    return row?.querySelector('[role="img"]')?.getAttribute('aria-label');
  }
  /** Calls `then` once the current content is painted. A message posted in an animation frame is delivered after painting. */
  function afterPaint(then: () => void): void {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  }
  function observe(type: string, note: (entry: PerformanceEntry) => void): void {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  }

  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') probe.firstPaintAt = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    probe.largestPaintAt = startTime;
  });
  observe('layout-shift', (entry) => {
    // TypeScript's types don't have these fields yet.
    if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false)
      probe.layoutShift += Number(entry.value);
  });
  observe('longtask', ({ startTime, duration }) => probe.longTasks.push({ at: startTime, ms: duration }));
  const untilRows = new MutationObserver(() => {
    if (document.querySelector('[data-row]') === null) return;
    untilRows.disconnect();
    afterPaint(() => {
      probe.usableAt = performance.now();
    });
  });
  untilRows.observe(document, { subtree: true, childList: true });
}
