const STEP = 20;
const BARS = 96;
const NOW = 60;
const MISSED = [21, 46];
const HEIGHT = 220;

/** Returns the height of a bar. Heights look random but are the same on every visit. */
function heightOf(index: number): number {
  const wave = Math.sin(index * 1.7) + Math.sin(index * 0.61 + 2) + Math.sin(index * 0.23);
  return Math.max(26, Math.round(72 + 28 * wave));
}

function kindOf(index: number): 'ran' | 'missed' | 'expected' {
  if (index > NOW) return 'expected';
  return MISSED.includes(index) ? 'missed' : 'ran';
}

/** Decorative run timeline at the foot of a page: past runs, two missed runs and expected runs. */
export function RunsBackdrop() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BARS * STEP} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      className="pointer-events-none absolute inset-x-0 bottom-0 -z-10 h-55 w-full text-accent max-sm:h-40"
    >
      <defs>
        <linearGradient id="runs-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.2" stopColor="#fff" stopOpacity="0.5" />
          <stop offset="1" stopColor="#fff" stopOpacity="1" />
        </linearGradient>
        <mask id="runs-mask">
          <rect width={BARS * STEP} height={HEIGHT} fill="url(#runs-fade)" />
        </mask>
      </defs>
      <g mask="url(#runs-mask)">
        {Array.from({ length: BARS }, (_, index) => {
          const height = heightOf(index);
          const kind = kindOf(index);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes.
              key={index}
              x={index * STEP + 4}
              y={HEIGHT - height}
              width={STEP - 8}
              height={height + 10}
              rx={3}
              fill={kind === 'ran' ? 'currentColor' : 'none'}
              fillOpacity={0.16}
              stroke={kind === 'ran' ? 'none' : 'currentColor'}
              strokeOpacity={kind === 'missed' ? 0.5 : 0.3}
              strokeWidth={1.5}
              strokeDasharray={kind === 'expected' ? '3 4' : undefined}
            />
          );
        })}
        <path
          d={`M${(NOW + 1) * STEP} 20V${HEIGHT}`}
          stroke="currentColor"
          strokeOpacity={0.6}
          strokeWidth={1.5}
        />
      </g>
    </svg>
  );
}
