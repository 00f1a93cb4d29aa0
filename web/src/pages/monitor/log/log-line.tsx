import { memo } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { AnsiColor, AnsiLine, Look, Piece } from './ansi.ts';
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

function classOf(look: Look): string | undefined {
  const name = classNames(
    look.color !== null && COLORS[look.color],
    look.isBold && 'font-bold',
    look.isDim && look.color === null && 'text-soft',
    look.isItalic && 'italic',
    look.isUnderlined && 'underline',
    look.isStruck && 'line-through',
    look.isInverse && 'bg-current/15',
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
      {marked(line, matches).map(({ text, look, match }, place) =>
        match === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and keep their places.
          <span key={place} className={classOf(look)}>
            {text}
          </span>
        ) : (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and keep their places.
            key={place}
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
  for (const { text, look } of line) {
    const end = start + text.length;
    let at = start;
    for (const match of matches) {
      const from = Math.max(match.from, at);
      const to = Math.min(match.to, end);
      if (to <= from) continue;
      if (from > at) result.push({ text: text.slice(at - start, from - start), look, match: null });
      result.push({ text: text.slice(from - start, to - start), look, match });
      at = to;
    }
    if (at < end) result.push({ text: text.slice(at - start), look, match: null });
    start = end;
  }
  return result;
}
