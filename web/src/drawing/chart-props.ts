import type { InkName } from './inks.ts';
import type { View } from './time-scale.ts';

export interface ChartSeries {
  readonly kind: 'line' | 'dashes' | 'dots';
  readonly ink: InkName;
  /** One value for each time; null if nothing was measured. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly view: View;
  /** In ascending order, in milliseconds. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly height: number;
  readonly write: (value: number) => string;
  /** Returns the text of the tooltip, which keeps its line breaks. */
  readonly details: (place: number) => string | null;
}
