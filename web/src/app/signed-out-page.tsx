import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from '../ui/window/document-title.ts';
import { words } from './sign-in-words.ts';
import { useRememberedToast } from './toast-after-reload.ts';

interface SignedOutPageProps {
  readonly title: string;
  /** Title of the browser tab. Default: the title of the page. */
  readonly documentTitle?: string;
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
}

/** A page for people who are not signed in: the logo and one panel. */
export function SignedOutPage({
  title,
  documentTitle = title,
  intro,
  children,
  footer,
  wide,
}: SignedOutPageProps) {
  useRememberedToast();
  useEffect(() => {
    setPageTitle(`${documentTitle} · ${words.product}`);
  }, [documentTitle]);
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden px-4">
      <RunsBackdrop />
      <main
        className={`mx-auto my-auto flex w-full flex-col items-stretch py-10 max-sm:my-0 max-sm:pt-8 ${wide === true ? 'max-w-120' : 'max-w-100'}`}
      >
        <p className="flex items-center justify-center gap-3 pb-6">
          <img src="/favicon.svg" alt="" width="36" height="36" className="rounded-lg shadow-raised" />
          <span className="text-title font-semibold tracking-tight">{words.product}</span>
        </p>
        <section className="rounded-lg border border-line bg-panel p-8 shadow-floating max-sm:p-5">
          <h1 className="text-title font-semibold">{title}</h1>
          {intro === undefined ? null : <div className="pt-1 text-soft">{intro}</div>}
          {children === undefined ? null : <div className="pt-6">{children}</div>}
        </section>
        {footer === undefined ? null : (
          <footer className="flex flex-wrap justify-center gap-x-4 gap-y-2 pt-5 text-soft">{footer}</footer>
        )}
      </main>
    </div>
  );
}

export const OPEN_CONTROL = 'h-10!';
export const OPEN_BUTTON = 'h-10! w-full';
export const OPEN_LINK = 'rounded-sm font-medium text-accent hover:underline';

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
function RunsBackdrop() {
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
