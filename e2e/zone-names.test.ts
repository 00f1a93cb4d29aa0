import { parseTimezone } from '@overdue/domain/schedule/timezone.ts';
import { expect, test } from 'vitest';
import { PLACES } from '../web/src/ui/form/zone-places.ts';
import { findZones } from '../web/src/ui/form/zones.ts';

const NOW = Date.UTC(2026, 10, 21);

test('the service accepts every zone that is offered, in the spelling that it uses', () => {
  for (const zone of [...findZones('', NOW), ...Object.keys(PLACES)]) expect(parseTimezone(zone)).toBe(zone);
  for (const query of ['pst', 'cet', 'ist', 'us/eastern', 'est5edt', 'prc', 'etc/gmt+5'])
    for (const zone of findZones(query, NOW)) expect(parseTimezone(zone)).toBe(zone);
});
