const KILO = 1000;

/** Formats a size: `840 B`, `1.2 kB`, `100 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  const [value, unit] = bytes < KILO * KILO ? [bytes / KILO, 'kB'] : [bytes / KILO / KILO, 'MB'];
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${unit}`;
}
