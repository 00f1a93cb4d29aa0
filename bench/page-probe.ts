/** Measurements that a page takes of itself, in milliseconds since the navigation. */
export interface Probe {
  /** When the first row of the list was painted, and the page had time for whoever uses it. */
  usableAt: number | null;
  firstPaintAt: number | null;
  largestPaintAt: number;
  /** Sum of layout shifts without user input. */
  layoutShift: number;
  readonly longTasks: { readonly at: number; readonly ms: number }[];
  /** When each frame began, while {@link Probe.isWatching}. */
  frames: number[];
  /** How far the last row in the page reached below the window when it was scrolled, at least; while {@link Probe.isWatching}. */
  readyPxMin: number;
  isWatching: boolean;
  watch(): void;
  /** From the next key or click to the frame that shows another number of rows. */
  nextChange(): Promise<number>;
  /** When the row with this name has another status than now, by the clock of the machine. */
  nextStatus(name: string): Promise<number>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in the page before its own scripts. */
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
  // Before the list hears of it: what was there when the window had already moved.
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
  /** After the frame that shows what is in the page now: a message comes behind the painting. */
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
    // Not in the types of the language yet.
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
