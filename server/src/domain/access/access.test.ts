import { describe, expect, test } from 'vitest';
import { mayDo, type Permission, ROLES, type Role } from './access.ts';

const TABLE: readonly (readonly [Role, readonly Permission[]])[] = [
  ['owner', ['read', 'write', 'administer']],
  ['admin', ['read', 'write', 'administer']],
  ['member', ['read', 'write']],
  ['viewer', ['read']],
];
const PERMISSIONS: readonly Permission[] = ['read', 'write', 'administer'];

describe('access', () => {
  test.each(TABLE)('%s with a token that may write', (role, allowed) => {
    expect(PERMISSIONS.filter((permission) => mayDo(permission, role, 'write'))).toEqual(allowed);
  });

  test.each(ROLES)('%s with a token that may read', (role) => {
    expect(PERMISSIONS.filter((permission) => mayDo(permission, role, 'read'))).toEqual(['read']);
  });

  test('the table has every role', () => {
    expect(TABLE.map(([role]) => role)).toEqual(ROLES);
  });
});
