import { OverdueError } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { OPEN_BUTTON, SignedOutPage } from '../../app/signed-out-page.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** Whether the error means that the link was already used or has expired. */
export function isSignInLinkGone(error: unknown): boolean {
  return error instanceof OverdueError && error.code === 'forbidden';
}

interface GoneLinkProps {
  readonly goneTitle: string;
  readonly gone: string;
  readonly again: string;
  /** Sign-in step that sends a new link. */
  readonly step: 'link' | 'forgotten';
}

export function GoneLink({ goneTitle, gone, again, step }: GoneLinkProps) {
  return (
    <SignedOutPage title={goneTitle} intro={gone}>
      <Link to="/sign-in" search={{ step }} className={buttonClass('primary', OPEN_BUTTON)}>
        {again}
      </Link>
    </SignedOutPage>
  );
}
