import type { Run } from '@overdue/sdk';
import { memo } from 'react';
import { words } from '../../ui/words.ts';
import { isHealthy, RUN_COLOR } from './run-colors.ts';
import { type Shape, stripShapes } from './strip-shapes.ts';

interface RunStripProps {
  readonly runs: readonly Run[];
  readonly shown?: number;
}

/**
 * Recent runs as bars, newest on the right. The height shows the duration. Each outcome is one path, so that hundreds
 * of strips scroll smoothly.
 */
export const RunStrip = memo(function RunStrip({ runs, shown = 30 }: RunStripProps) {
  const bars = runs.slice(0, shown);
  const { width, height, baseline, shapes, marks } = stripShapes(bars, shown);
  const bad = bars.filter((run) => !isHealthy(run.state)).length;
  const label = words.strip(bars.length, bad);
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      // Allows very wide lists to stretch the strip.
      preserveAspectRatio="none"
      className="shrink-0"
    >
      <path d={`M0 ${baseline}H${width}`} stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
      {shapes.map((shape) => (
        <Bars key={shape.state} shape={shape} />
      ))}
      {marks === '' ? null : <path d={marks} fill="var(--color-soft)" />}
    </svg>
  );
});

function Bars({ shape: { state, path } }: { readonly shape: Shape }) {
  // Succeeded runs are fainter, so that other outcomes stand out.
  if (state === 'succeeded') return <path d={path} fill={RUN_COLOR[state]} fillOpacity={0.72} />;
  if (state !== 'missed' && state !== 'unknown') return <path d={path} fill={RUN_COLOR[state]} />;
  return (
    <path
      d={path}
      fill="none"
      stroke={RUN_COLOR[state]}
      vectorEffect="non-scaling-stroke"
      strokeDasharray={state === 'unknown' ? '1.5 1.5' : undefined}
    />
  );
}
