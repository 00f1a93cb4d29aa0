/** A measured number, with the limit that it should meet. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Report {
  readonly question: string;
  readonly figures: readonly Figure[];
  /** Remarks on how the figures were measured, if the method differs between runs. */
  readonly notes: readonly string[];
}

export function targetText({ atMost, atLeast, unit }: Figure): string {
  if (atMost !== undefined) return `at most ${numberText(atMost)}${suffix(unit)}`;
  return atLeast === undefined ? '' : `at least ${numberText(atLeast)}${suffix(unit)}`;
}

export function valueText({ value, unit }: Figure): string {
  return numberText(value) + suffix(unit);
}

/** Whether the number meets its limits; null without limits. */
export function isReached({ value, atMost, atLeast }: Figure): boolean | null {
  if (atMost !== undefined) return value <= atMost;
  return atLeast === undefined ? null : value >= atLeast;
}

export function reportText({ question, figures, notes }: Report): string {
  const names = Math.max(...figures.map(({ name }) => name.length));
  const values = Math.max(...figures.map((figure) => valueText(figure).length));
  const lines = figures.map((figure) => {
    const reached = isReached(figure);
    const target = reached === null ? '' : `   ${targetText(figure)}: ${reached ? 'reached' : 'NOT reached'}`;
    return `  ${figure.name.padEnd(names)}  ${valueText(figure).padStart(values)}${target}`;
  });
  return [question, ...lines, ...notes.map((note) => `  ${note}`), ''].join('\n');
}

function numberText(value: number): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ' ');
}

function suffix(unit: string): string {
  return unit === '' ? '' : ` ${unit}`;
}
