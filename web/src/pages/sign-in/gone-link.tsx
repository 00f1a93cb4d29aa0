import { OverdueError } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { OPEN_BUTTON, OpenPage } from '../../app/open-page.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** Whether the link was used or has expired. */
export function isGone(error: unknown): boolean {
  return error instanceof OverdueError && error.code === 'forbidden';
}

interface GoneLinkProps {
  readonly goneTitle: string;
  readonly gone: string;
  readonly again: string;
  /** Step that requests a new link. */
  readonly step: 'link' | 'forgotten';
}

/** Shown for an email link that no longer works. */
export function GoneLink({ goneTitle, gone, again, step }: GoneLinkProps) {
  return (
    <OpenPage title={goneTitle} intro={gone}>
      <Link to="/sign-in" search={{ step }} className={buttonClass('primary', OPEN_BUTTON)}>
        {again}
      </Link>
    </OpenPage>
  );
}
