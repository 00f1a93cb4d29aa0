import { useLayoutEffect, useMemo, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { type AnsiLine, parseAnsi } from './ansi.ts';
import { LogLine } from './log-line.tsx';

const words = {
  error: 'Likely error: ',
} as const;

interface LogEndProps {
  readonly text: string;
  readonly label: string;
  /** Lines that probably name the problem, counted from 0. */
  readonly errorLines?: readonly number[];
  /** Maximum lines to show, counted from the end. Default: all. */
  readonly linesMax?: number;
  /** Class with the maximum height. */
  readonly className: string;
}

const NO_MATCHES: readonly never[] = [];
const NO_ERRORS: readonly number[] = [];

/** A log, scrolled to the last line that probably names the problem, or to its end. */
export function LogEnd({ text, label, errorLines = NO_ERRORS, linesMax, className }: LogEndProps) {
  const lines = useMemo(() => lastLines(parseAnsi(text), linesMax), [text, linesMax]);
  const errors = useMemo(() => new Set(errorLines), [errorLines]);
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another log is scrolled again.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const last = [...element.querySelectorAll<HTMLElement>('[data-error]')].at(-1);
    // Scrolls to the end, unless the last likely error would then be out of sight.
    const end = element.scrollHeight - element.clientHeight;
    element.scrollTop = last === undefined ? end : Math.min(end, last.offsetTop - element.clientHeight / 3);
  }, [text]);
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
      tabIndex={0}
      className={classNames('relative overflow-auto py-2 focus-visible:-outline-offset-2', className)}
    >
      <pre className="whitespace-pre-wrap break-words font-mono text-table leading-5">
        {lines.map((line, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
            key={index}
            data-error={errors.has(index) ? '' : undefined}
            className={classNames(
              'block border-l-3 px-3',
              errors.has(index)
                ? 'border-down bg-down/10 font-medium'
                : 'border-transparent forced-colors:border-[color:Canvas]',
            )}
          >
            {errors.has(index) ? <span className="sr-only">{words.error}</span> : null}
            <LogLine line={line} matches={NO_MATCHES} current={null} />
          </span>
        ))}
      </pre>
    </section>
  );
}

/** Returns the last lines without the empty lines at the end; all lines if `max` is undefined. */
function lastLines(lines: readonly AnsiLine[], max: number | undefined): readonly AnsiLine[] {
  if (max === undefined) return lines;
  const last = lines.findLastIndex((line) => line.some(({ text }) => text.trim() !== ''));
  return lines.slice(Math.max(0, last + 1 - max), last + 1);
}
