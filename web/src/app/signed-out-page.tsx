import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from '../ui/window/document-title.ts';
import { RunsBackdrop } from './runs-backdrop.tsx';
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
