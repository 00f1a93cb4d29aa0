import { memo } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { AnsiColor, AnsiLine, Piece, TextStyle } from './ansi.ts';
import type { Match } from './find.ts';

const COLORS: Readonly<Record<AnsiColor, string>> = {
  red: 'text-ansi-red',
  green: 'text-ansi-green',
  yellow: 'text-ansi-yellow',
  blue: 'text-ansi-blue',
  magenta: 'text-ansi-magenta',
  cyan: 'text-ansi-cyan',
  soft: 'text-soft',
};

function classOf(style: TextStyle): string | undefined {
  const name = classNames(
    style.color !== null && COLORS[style.color],
    style.isBold && 'font-bold',
    style.isDim && style.color === null && 'text-soft',
    style.isItalic && 'italic',
    style.isUnderlined && 'underline',
    style.isStruck && 'line-through',
    style.isInverse && 'bg-current/15',
  );
  return name === '' ? undefined : name;
}

interface LogLineProps {
  readonly line: AnsiLine;
  readonly matches: readonly Match[];
  readonly current: Match | null;
}

export const LogLine = memo(function LogLine({ line, matches, current }: LogLineProps) {
  if (line.length === 0) return '\n';
  return (
    <>
      {marked(line, matches).map(({ text, style, match }, index) =>
        match === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and keep their places.
          <span key={index} className={classOf(style)}>
            {text}
          </span>
        ) : (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and keep their places.
            key={index}
            data-current={match === current ? '' : undefined}
            className={`rounded-sm text-ink ${match === current ? 'bg-accent/45 outline-2 outline-accent' : 'bg-accent/20'}`}
          >
            {text}
          </mark>
        ),
      )}
      {'\n'}
    </>
  );
});

interface MarkedPiece extends Piece {
  readonly match: Match | null;
}

function marked(line: AnsiLine, matches: readonly Match[]): readonly MarkedPiece[] {
  if (matches.length === 0) return line.map((piece) => ({ ...piece, match: null }));
  const result: MarkedPiece[] = [];
  let start = 0;
  for (const { text, style } of line) {
    const end = start + text.length;
    let at = start;
    for (const match of matches) {
      const from = Math.max(match.from, at);
      const to = Math.min(match.to, end);
      if (to <= from) continue;
      if (from > at) result.push({ text: text.slice(at - start, from - start), style, match: null });
      result.push({ text: text.slice(from - start, to - start), style, match });
      at = to;
    }
    if (at < end) result.push({ text: text.slice(at - start), style, match: null });
    start = end;
  }
  return result;
}
