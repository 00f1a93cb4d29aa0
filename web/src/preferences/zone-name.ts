/** Names without an area in the tz database. Browsers also accept others, such as PST, which the service refuses. */
const WITHOUT_AREA = new Set(
  'cet cst6cdt cuba eet egypt eire est est5edt gb gb-eire gmt gmt+0 gmt-0 gmt0 greenwich hongkong hst iceland iran israel jamaica japan kwajalein libya met mst mst7mdt navajo nz nz-chat poland portugal prc pst8pdt roc rok singapore turkey uct universal utc w-su wet zulu'.split(
    ' ',
  ),
);

/** Whether the service accepts a name as a time zone. Old names that browsers don't list are zones too. */
export function isZone(name: string): boolean {
  // Some browsers accept offsets, which are not zones.
  if (!/^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/i.test(name)) return false;
  if (!name.includes('/') && !WITHOUT_AREA.has(name.toLowerCase())) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
