import type { IncidentWithFailures, LogDiffLine } from '@overdue/sdk';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { findErrorLine } from './error-line.ts';
import { type FoldedLines, findSimilarLines } from './similar-lines.ts';
import { words } from './words.ts';

const { comparison: text } = words;

interface ChangedLinesProps {
  readonly lines: readonly LogDiffLine[];
  readonly log: NonNullable<IncidentWithFailures['log']>;
}

/** Lines that differ between two logs, scrolled to the first line that probably names the problem. */
export function ChangedLines({ lines, log }: ChangedLinesProps) {
  const box = useRef<HTMLElement>(null);
  const errorLine = findErrorLine(lines, log);
  useLayoutEffect(() => {
    const element = box.current;
    const line = element?.querySelector<HTMLElement>(`[data-line="${errorLine}"]`);
    if (element == null || line == null) return;
    // Scrolls only if the line isn't visible without scrolling.
    if (line.offsetTop + line.offsetHeight > element.clientHeight)
      element.scrollTop = line.offsetTop - element.clientHeight / 3;
  }, [errorLine]);
  return (
    <section
      ref={box}
      aria-label={text.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
      tabIndex={0}
      className="relative max-h-96 overflow-auto max-md:max-h-60 2xl:max-h-160 py-2 focus-visible:-outline-offset-2"
    >
      <pre className="whitespace-pre-wrap break-words font-mono text-table leading-5">
        <Lines lines={lines} shown={errorLine} />
      </pre>
    </section>
  );
}

/** Shows the lines. Folds similar consecutive lines until the user opens them. The line `shown` is never folded. */
function Lines({ lines, shown }: { readonly lines: readonly LogDiffLine[]; readonly shown: number | null }) {
  const [opened, setOpened] = useState<readonly number[]>([]);
  const folded = useMemo(() => findSimilarLines(lines), [lines]);
  const isClosed = ({ from, count }: FoldedLines) =>
    !opened.includes(from) && (shown === null || shown < from || shown >= from + count);
  const closed = folded.filter(isClosed);
  return lines.map((line, index) => {
    const fold = closed.find(({ from, count }) => index >= from && index < from + count);
    // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
    if (fold === undefined) return <Line key={index} line={line} index={index} />;
    if (index > fold.from) return null;
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
        key={index}
        type="button"
        onClick={() => setOpened((before) => [...before, fold.from])}
        className={classNames(
          'flex min-h-6 w-full items-center gap-2 border-l-3 px-3 text-left font-sans max-md:min-h-10 text-xs text-soft hover:text-ink hover:underline focus-visible:-outline-offset-2',
          COLORS[line.kind],
        )}
      >
        <span aria-hidden="true" className="w-2 shrink-0 leading-5">
          {MARKS.skipped}
        </span>
        <span className="leading-5">{text.similar(fold.count)}</span>
      </button>
    );
  });
}

/** Only new lines have a colour. A missing line is neutral: neither red nor green fits a line that is no longer there. */
const COLORS = {
  same: 'border-transparent forced-colors:border-[color:Canvas]',
  skipped: 'border-transparent forced-colors:border-[color:Canvas]',
  added: 'border-failing bg-failing/10',
  removed: 'border-line-strong bg-sunken',
} as const;

const MARKS = { same: ' ', added: '+', removed: '−', skipped: '⋯' } as const;

interface LineProps {
  readonly line: LogDiffLine;
  readonly index: number;
}

function Line({ line: { kind, text: content, count }, index }: LineProps) {
  return (
    <span
      data-line={index}
      className={classNames('flex gap-2 border-l-3 px-3', COLORS[kind], kind !== 'added' && 'text-soft')}
    >
      <span aria-hidden="true" className="w-2 shrink-0 select-none">
        {MARKS[kind]}
      </span>
      <span className="min-w-0">
        {kind === 'added' || kind === 'removed' ? <span className="sr-only">{text[kind]}</span> : null}
        {kind === 'skipped' ? text.skipped(count) : content}
      </span>
    </span>
  );
}
