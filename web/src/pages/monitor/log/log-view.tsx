import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isNotFound } from '../../../data/client.ts';
import { bodyQuery } from '../../../data/runs/history.ts';
import { parseAnsi, textsOf } from '../../../log/ansi.ts';
import { findAll, MATCHES_MAX, type Match } from '../../../log/find.ts';
import { LogLine } from '../../../log/log-line.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { CONTROL_CLASS } from '../../../ui/form/control-class.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { words } from '../words.ts';
import { formatSize } from './size.ts';

interface LogViewProps {
  readonly shortID: string;
  readonly number: number;
}

export function LogView({ shortID, number }: LogViewProps) {
  const { data, error, refetch } = useQuery(bodyQuery(shortID, number));
  if (error !== null) {
    return isNotFound(error) ? (
      <p className="text-soft">{words.event.pruned}</p>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const download = () => saveFile(`${shortID}-${number}.${data.text === null ? 'bin' : 'log'}`, data.bytes);
  if (data.text === null) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-soft">{words.log.binary(formatSize(data.bytes.length))}</p>
        <Button onClick={download}>
          <Icon name="download" />
          {words.log.download}
        </Button>
      </div>
    );
  }
  return <LogText key={number} number={number} text={data.text} onDownload={download} />;
}

/** Maximum lines to render. More lines would make phones slow. */
const LINES_MAX = 20_000;
const BLOCK = 100;
const LINE_HEIGHT = 20;

interface LogTextProps {
  readonly number: number;
  readonly text: string;
  readonly onDownload: () => void;
}

function LogText({ number, text, onDownload }: LogTextProps) {
  const lines = useMemo(() => parseAnsi(text), [text]);
  const plain = useMemo(() => textsOf(lines), [lines]);
  const [isWrapped, setWrapped] = useState(true);
  const [wanted, setWanted] = useState('');
  const [index, setIndex] = useState(0);
  const needle = useDeferredValue(wanted);
  const matches = useMemo(() => findAll(plain, needle), [plain, needle]);
  const current = matches[index] ?? null;
  const box = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (current !== null)
      box.current?.querySelector('mark[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function step(by: number): void {
    if (matches.length > 0) setIndex((index + by + matches.length) % matches.length);
  }

  return (
    <div className="overflow-hidden rounded-md border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-3 py-1.5">
        <div className="flex min-w-0 flex-1 basis-60 items-center gap-1">
          <input
            type="search"
            aria-label={words.log.find}
            placeholder={words.log.find}
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value);
              setIndex(0);
            }}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            }}
            className={`${CONTROL_CLASS} max-w-60`}
          />
          <span role="status" className="numeric whitespace-nowrap text-xs text-soft">
            {needle === '' ? null : matchSummary(matches, index)}
          </span>
          {matches.length > 1 ? (
            <>
              <IconButton label={words.log.previous} onClick={() => step(-1)}>
                <Icon name="chevron-left" />
              </IconButton>
              <IconButton label={words.log.next} onClick={() => step(1)}>
                <Icon name="chevron-right" />
              </IconButton>
            </>
          ) : null}
        </div>
        <span className="numeric text-xs text-soft">{words.log.lines(lines.length)}</span>
        <Switch checked={isWrapped} onChange={setWrapped} label={words.log.wrap} />
        <CopyButton bare text={plain.join('\n')} label={words.log.copy} />
        <Button onClick={onDownload}>
          <Icon name="download" />
          {words.log.download}
        </Button>
      </div>
      {/* Makes scrollable content reachable by keyboard. */}
      <section
        ref={box}
        aria-label={words.log.label(number)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
        tabIndex={0}
        className="max-h-120 overflow-auto px-3 py-2 focus-visible:-outline-offset-2"
      >
        <LogBlocks lines={lines} matches={matches} current={current} isWrapped={isWrapped} />
      </section>
      {lines.length > LINES_MAX ? (
        <p className="px-3 py-1.5 text-xs text-soft">{words.log.cut(LINES_MAX)}</p>
      ) : null}
    </div>
  );
}

function matchSummary(matches: readonly Match[], index: number): string {
  if (matches.length === 0) return words.log.notFound;
  if (matches.length === MATCHES_MAX) return words.log.tooMany(MATCHES_MAX);
  return words.log.found(index + 1, matches.length);
}

type Lines = ReturnType<typeof parseAnsi>;

interface LogBlocksProps {
  readonly lines: Lines;
  readonly matches: readonly Match[];
  readonly current: Match | null;
  readonly isWrapped: boolean;
}

const NO_MATCHES: readonly Match[] = [];

function LogBlocks({ lines, matches, current, isWrapped }: LogBlocksProps) {
  const byLine = useMemo(() => Map.groupBy(matches, ({ line }) => line), [matches]);
  const blocks = Array.from(
    { length: Math.ceil(Math.min(lines.length, LINES_MAX) / BLOCK) },
    (_, index) => index * BLOCK,
  );
  return blocks.map((start) => (
    <pre
      key={start}
      className={`font-mono text-table leading-5 ${isWrapped ? 'whitespace-pre-wrap break-words' : ''} ${blocks.length > 1 ? '[content-visibility:auto]' : ''}`}
      style={{ containIntrinsicHeight: `auto ${Math.min(BLOCK, lines.length - start) * LINE_HEIGHT}px` }}
    >
      {lines.slice(start, start + BLOCK).map((line, index) => {
        const own = byLine.get(start + index) ?? NO_MATCHES;
        return (
          <LogLine
            // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
            key={index}
            line={line}
            matches={own}
            current={current !== null && own.includes(current) ? current : null}
          />
        );
      })}
    </pre>
  ));
}
