import type { ThemeColorName } from './theme-colors.ts';
import type { View } from './time-scale.ts';

export interface ChartSeries {
  readonly kind: 'line' | 'dashes' | 'dots' | 'rings';
  readonly ink: ThemeColorName;
  /** One value for each time; null if there is no measurement. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly view: View;
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly height: number;
  /** Range of values to shade across the whole chart. */
  readonly band?: { readonly low: number; readonly high: number } | null;
  readonly write: (value: number) => string;
  /** Returns the tooltip's text, with line breaks. */
  readonly details: (index: number) => string | null;
}
