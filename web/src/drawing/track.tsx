import { memo, useLayoutEffect, useRef } from 'react';
import { runKey } from '../data/runs/history.ts';
import { paint } from './paint.ts';
import type { LaneLayout, Scene } from './scene.ts';
import { useThemeColors } from './theme-colors.ts';
import type { Tick, View } from './time-scale.ts';

interface TrackProps {
  readonly scene: Scene;
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly layout: LaneLayout;
  readonly now: number;
  readonly ticks: readonly Tick[];
  readonly selected: string | null;
}

/** One monitor's runs. Hidden from screen readers, because the table has the same content. */
export const Track = memo(function Track({
  width,
  height,
  scene,
  view,
  layout,
  now,
  ticks,
  selected,
}: TrackProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useThemeColors();
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined || width === 0) return;
    const ratio = window.devicePixelRatio;
    context.canvas.width = Math.round(width * ratio);
    context.canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint(context, {
      width,
      height,
      scene,
      view,
      layout,
      now,
      ticks,
      selected,
      colors,
      keyOf: ({ run }) => runKey(run),
    });
  }, [width, height, scene, view, layout, now, ticks, selected, colors]);
  return (
    <div aria-hidden="true" className="size-full">
      <canvas ref={canvas} className="block size-full" />
    </div>
  );
});
