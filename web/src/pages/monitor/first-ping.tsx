import type { Monitor } from '@overdue/sdk';
import { HiddenPingURL } from '../../monitor/hidden-ping-url.tsx';
import { StatusShape } from '../../monitor/status.tsx';
import { Moment } from '../../time/moment.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { words } from './words.ts';

export function FirstPing({ monitor }: { readonly monitor: Monitor }) {
  const hasArrived = monitor.lastPingAt !== '';
  return (
    <section
      aria-live="polite"
      className={`calm mb-5 mt-4 flex flex-col gap-3 rounded-lg border p-5 transition-colors ${hasArrived ? 'border-up bg-up/8' : 'border-line bg-panel'}`}
    >
      <div className="flex items-start gap-4">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-panel">
          <StatusShape status={hasArrived ? 'up' : 'new'} silent className="size-7" />
        </span>
        <div>
          <h2 className={`text-lg font-semibold ${hasArrived ? 'text-up' : ''}`}>
            {hasArrived ? words.first.came : words.first.title}
          </h2>
          <p className="text-soft">
            {hasArrived ? (
              <>
                <Moment at={monitor.lastPingAt} show="both" /> {words.first.cameHint}
              </>
            ) : (
              words.first.hint
            )}
          </p>
        </div>
      </div>
      {hasArrived ? null : monitor.pingURL === '' ? (
        <HiddenPingURL />
      ) : (
        <CodeBlock label={words.first.command} code={`curl -fsS -m 10 --retry 5 ${monitor.pingURL}`} />
      )}
    </section>
  );
}
