import { pathOf, SECTIONS } from '@overdue/domain/configuration/resource.ts';
import type { ConfigurationPlan, ConfigurationStep } from '../../../sdk/src/api.generated.ts';
import { visibleLine } from '../print/plain.ts';
import { type Style, styler } from '../print/style.ts';
import type { CommandLine } from '../process/command-line.ts';

const SIGNS: Readonly<Record<ConfigurationStep['action'], readonly [sign: string, style: Style]>> = {
  create: ['+', 'good'],
  change: ['~', 'warning'],
  adopt: ['=', 'quiet'],
  delete: ['-', 'bad'],
  keep: ['?', 'quiet'],
};

const ACTIONS: Readonly<Record<ConfigurationStep['action'], string>> = {
  create: 'create',
  change: 'change',
  adopt: 'take over unchanged:',
  delete: 'delete',
  keep: 'no longer in the file, kept:',
};

/** Returns a plan as text: a line for each step, and a line for each setting that changes. */
export function planText(
  plan: ConfigurationPlan,
  variables: ReadonlyMap<string, string>,
  cli: Pick<CommandLine, 'env' | 'isTerminal'>,
): string {
  const style = styler(cli);
  const texts = plan.steps.map((step) => {
    const [sign, meaning] = SIGNS[step.action];
    const title = `${sign} ${ACTIONS[step.action]} ${SECTIONS[step.kind].item} “${visibleLine(step.name)}” (${step.key})`;
    const changes = step.changes.map(
      ({ path, from, to }) =>
        `    ${path}: ${changeText(step, { from, to, variable: variables.get(pathOf(step, path)) })}`,
    );
    const notes = step.notes.map((note) => `    ${note}`);
    return [style(title, meaning), ...changes, ...notes].map((line) => `${line}\n`).join('');
  });
  return `${texts.join('')}${summaryText(plan)}\n`;
}

function changeText(
  { action }: ConfigurationStep,
  {
    from,
    to,
    variable,
  }: { readonly from: unknown; readonly to: unknown; readonly variable: string | undefined },
): string {
  // A variable may contain a secret, so the plan shows its placeholder from the file, such as `${PASSWORD}`.
  const after = variable ?? valueText(to);
  return action === 'create' ? after : `${valueText(from)} → ${after}`;
}

function valueText(value: unknown): string {
  return value === null || value === undefined ? 'none' : visibleLine(JSON.stringify(value));
}

/** Returns one line with the number of steps. */
export function summaryText({ steps, unchanged, isApplied }: ConfigurationPlan): string {
  const count = (action: ConfigurationStep['action']) =>
    steps.filter((step) => step.action === action).length;
  const [created, changed, deleted, adopted, kept] = (
    ['create', 'change', 'delete', 'adopt', 'keep'] as const
  ).map(count);
  const hint = kept === 0 ? '' : ` No longer in the file: ${kept}; --prune deletes them.`;
  return isApplied
    ? `Applied: ${created} created, ${changed} changed, ${deleted} deleted, ${adopted} taken over.${hint}`
    : `Plan: ${created} to create, ${changed} to change, ${deleted} to delete, ${adopted} to take over, ${unchanged} unchanged.${hint}`;
}

/** Whether the plan changes any settings. Adopting a resource changes none. */
export function hasChanges({ steps }: ConfigurationPlan): boolean {
  return steps.some(({ action }) => action === 'create' || action === 'change' || action === 'delete');
}
