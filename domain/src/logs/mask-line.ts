/** Maximum characters of a line to compare. */
export const LINE_LENGTH_MAX = 500;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|CES?T|[A-Z]{1,3}[SD]T|[+-]\d\d:?\d\d))?`;

/** Parts of a line that change with every run, in the order in which they are replaced. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  // Dates, including a time of day that follows.
  [new RegExp(String.raw`\b\d{4}[-/.]\d\d[-/.]\d\d(?:[T _-]+${CLOCK}${ZONE})?`, 'g'), '<time>'],
  [/\b\d{8}[T_-]\d{4}(?:\d\d)?Z?\b/g, '<time>'],
  [new RegExp(String.raw`\b\d{1,2}[/ ]${MONTH}[/ ]\d{4}(?:[: ]${CLOCK}${ZONE})?`, 'g'), '<time>'],
  [new RegExp(String.raw`\b(?:${DAY},? )?${MONTH} {1,2}\d{1,2},? ${CLOCK}${ZONE}(?: \d{4})?`, 'g'), '<time>'],
  [new RegExp(String.raw`\b${DAY},? <time>`, 'g'), '<time>'],
  [new RegExp(String.raw`\b${CLOCK}${ZONE}(?![\w:])`, 'g'), '<time>'],
  // Seconds or milliseconds since 1970.
  [/\b1[5-9]\d{8}(?:\d{3})?(?:\.\d{1,9})?\b/g, '<time>'],
  [/(?<=\/(?:var\/)?tmp\/)[^\s:'")\]]+/g, '<path>'],
  [/(?<=\/var\/folders\/)[^\s:'")\]]+/g, '<path>'],
  [/(?<=\btmp[._-]?)[A-Za-z0-9]{6,12}\b/g, '<path>'],
  [/\b0x[0-9a-f]{4,}\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,128}\b/gi, '<hash>'],
  [/(?<=\b(?:pid|process|thread|tid)[ :=#]{0,3})\d+/gi, '<pid>'],
  [/(?<=[A-Za-z)]\[)\d+(?=\])/g, '<pid>'],
  [
    /\b\d+(?:[.,]\d+)? ?(?:ns|µs|us|ms|msec|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b/g,
    '<duration>',
  ],
  [/<duration>(?:[ ,]*(?:and )?<duration>)+/g, '<duration>'],
  [/\b\d+(?:[.,]\d+)? ?(?:[kMGT]?i?B|[kMG]?bit|bytes)\/(?:s|sec)\b/g, '<rate>'],
  // Ephemeral ports of connections.
  [/(?<=[\d\])a-z]:)(?:3[2-9]|[45]\d|6[0-5])\d{3}\b/gi, '<port>'],
];

/**
 * Replaces the parts of a line that differ between any two runs of a job: times, durations, process IDs, random IDs and temporary
 * paths.
 */
export function maskLine(line: string): string {
  return MASKS.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line.slice(0, LINE_LENGTH_MAX))
    .replace(/\s+/g, ' ')
    .trim();
}
