import { DRAWINGS, LOGOS } from './channel-logos.ts';

interface ChannelLogoProps {
  readonly type: string;
  readonly className?: string;
}

/** The logo of a channel type in the colour of the text. The text beside the logo must name the type or the channel. */
export function ChannelLogo({ type, className = 'size-4' }: ChannelLogoProps) {
  const logo = LOGOS[type];
  if (logo !== undefined) {
    return (
      <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={`shrink-0 ${className}`}>
        <path d={logo} />
      </svg>
    );
  }
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={DRAWINGS[type] ?? DRAWINGS.gotify} />
    </svg>
  );
}
