import type { InkName } from './inks.ts';
import type { View } from './time-scale.ts';

export interface ChartSeries {
  readonly kind: 'line' | 'dashes' | 'dots';
  readonly ink: InkName;
  /** One for each of the times; null where nothing was measured. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly view: View;
  /** Rising; milliseconds. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly height: number;
  /** A value at the axis. */
  readonly write: (value: number) => string;
  /** What is said of the place that is pointed at; lines break at line breaks. */
  readonly details: (place: number) => string | null;
}
