import type { EscalationPolicy } from '@overdue/domain/alerting/alert-settings.ts';
import { DURATION_SECONDS_MAX, toMs } from '@overdue/domain/duration.ts';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { type RequestedReference, referencesIn } from '../api/missing-references.ts';
import { invalidInputError } from '../api/problems.ts';
import { singleLineText } from '../api/schemas.ts';
import { CHANNELS_EXAMPLE, channelsInput } from '../projects/alert-settings.ts';

export const POLICIES_MAX = 50;
export const STEPS_MAX = 10;
export const AFTER_SECONDS_MIN = 60;

export const AFTER_META = { description: 'Seconds since the incident opened.', example: 900 };
export const CHANNELS_META = {
  description:
    'Channels to alert, by `shortID`, regardless of their subscriptions. May be empty if `onCall` names a schedule.',
  example: CHANNELS_EXAMPLE,
};

export const ON_CALL_META = {
  description: 'On-call schedules, by `shortID`: the step alerts the member on call at the time of the step.',
  example: ['r6k2v9tn4x'],
};
const ON_CALL_MAX = 10;
const onCallInput = z
  .array(z.string())
  .max(ON_CALL_MAX)
  .transform((ids) => [...new Set(ids)])
  .default([]);

const steps = z
  .array(
    z.strictObject({
      after: z.number().min(AFTER_SECONDS_MIN).max(DURATION_SECONDS_MAX).meta(AFTER_META),
      channels: channelsInput.meta(CHANNELS_META),
      onCall: onCallInput.meta(ON_CALL_META),
    }),
  )
  .min(1)
  .max(STEPS_MAX)
  .superRefine((list, context) => {
    list.forEach(({ after }, index) => {
      if (after <= (list[index - 1]?.after ?? 0))
        context.addIssue({
          code: 'custom',
          path: [index, 'after'],
          message: 'This must be greater than in the previous step.',
        });
    });
  })
  .meta({ description: `1 to ${STEPS_MAX} steps, each later than the previous one.` });

export const escalationBody = z
  .strictObject({
    name: singleLineText(1, 200).meta({ description: 'Display name.', example: 'On call' }),
    steps,
  })
  .meta({ id: 'EscalationInput' });
type Steps = z.output<typeof steps>;

export function parseSteps(list: Steps): EscalationPolicy['steps'] {
  return list.map(({ after, channels, onCall }) => ({ afterMs: toMs(after), channels, onCall }));
}

/** Refuses steps that alert no one, unless the stored step is already empty because its last channel or schedule was deleted. */
export function requireStepChannels(list: Steps, stored: EscalationPolicy['steps']): void {
  const isLeft = (after: number) =>
    stored.some(
      ({ afterMs, channels, onCall }) => afterMs === toMs(after) && channels.length + onCall.length === 0,
    );
  const problems = list.flatMap(({ after, channels, onCall }, index): readonly FieldProblem[] =>
    channels.length + onCall.length > 0 || isLeft(after)
      ? []
      : [
          {
            path: `steps.${index}.channels`,
            message: 'This must name at least one channel, unless onCall names a schedule.',
          },
        ],
  );
  if (problems.length > 0) throw invalidInputError(problems);
}

export function stepReferences(list: Steps): readonly RequestedReference[] {
  return list.flatMap(({ channels, onCall }, index) => [
    ...referencesIn('channel', `steps.${index}.channels`, channels),
    ...referencesIn('on_call', `steps.${index}.onCall`, onCall),
  ]);
}
