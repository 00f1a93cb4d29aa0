export type Encoding = 'br' | 'gzip';

/**
 * Picks an encoding by `Accept-Encoding` (RFC 9110, section 12.5.3). If weights are equal, prefers the first of `available`.
 * Returns null for no encoding.
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | null {
  const weights = new Map((header ?? '').toLowerCase().split(',').map(weigh));
  let best: Encoding | null = null;
  let bestWeight = 0;
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Parses `gzip;q=0.5`. A malformed weight counts as 0. */
function weigh(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return [name, Number.isFinite(weight) ? weight : 0];
}

/**
 * True if an `If-None-Match` header contains the ETag of the current version. The comparison is weak (RFC 9110, section 13.1.2).
 */
export function hasVersion(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
