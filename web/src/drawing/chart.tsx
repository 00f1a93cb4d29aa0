import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/states.tsx';
import type { ChartProps } from './chart-props.ts';

const LazyChart = lazy(async () => ({ default: (await import('./uplot-chart.tsx')).UPlotChart }));

/** Line chart of values over time. The chart library is loaded with the first chart. */
export function Chart({ label, ...props }: ChartProps & { readonly label: string }) {
  return (
    <div role="img" aria-label={label}>
      <Suspense fallback={<Chart.Placeholder height={props.height} />}>
        <LazyChart {...props} />
      </Suspense>
    </div>
  );
}

Chart.Placeholder = function Placeholder({ height }: { readonly height: number }) {
  return (
    <div style={{ height }}>
      <Skeleton className="size-full" />
    </div>
  );
};
