import { type CheckedChannel, canAlert } from '../channel/channel-health.ts';
import type { words } from './words.ts';

type StepName = keyof typeof words.checklist.steps;

export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
}

interface TeamFacts {
  readonly monitors: readonly { readonly lastPingAt: string }[];
  readonly channels: readonly CheckedChannel[];
  readonly memberCount: number;
  /** Null if the user may not invite others. The step is then omitted. */
  readonly invitationCount: number | null;
}

/** Returns the first steps of a team, in order. */
export function firstSteps({ monitors, channels, memberCount, invitationCount }: TeamFacts): readonly Step[] {
  return [
    { name: 'monitor', isDone: monitors.length > 0 },
    { name: 'ping', isDone: monitors.some(({ lastPingAt }) => lastPingAt !== '') },
    { name: 'channel', isDone: channels.some(canAlert) },
    { name: 'test', isDone: channels.some(({ lastSentAt }) => lastSentAt !== null) },
    ...(invitationCount === null
      ? []
      : [{ name: 'colleague', isDone: memberCount > 1 || invitationCount > 0 } as const]),
  ];
}
