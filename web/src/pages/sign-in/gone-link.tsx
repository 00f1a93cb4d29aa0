import { OverdueError } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { OPEN_BUTTON, OpenPage } from '../../app/open-page.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** Whether the link was used before, or is too old. */
export function isGone(error: unknown): boolean {
  return error instanceof OverdueError && error.code === 'forbidden';
}

interface GoneLinkProps {
  readonly goneTitle: string;
  readonly gone: string;
  readonly again: string;
  /** Where a new one is asked for. */
  readonly step: 'link' | 'forgotten';
}

/** Where a link of a mail leads that does not work any more. */
export function GoneLink({ goneTitle, gone, again, step }: GoneLinkProps) {
  return (
    <OpenPage title={goneTitle} intro={gone}>
      <Link to="/sign-in" search={{ step }} className={buttonClass('primary', OPEN_BUTTON)}>
        {again}
      </Link>
    </OpenPage>
  );
}
