interface MarkedTextProps {
  readonly text: string;
  /** Positions of the matches in UTF-16 code units, in ascending order. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

/** Plain text with marked parts. */
export function MarkedText({ text, matches }: MarkedTextProps) {
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark className="rounded-sm bg-accent-wash font-semibold text-ink underline decoration-accent underline-offset-2">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
}
