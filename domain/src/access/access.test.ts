import { describe, expect, test } from 'vitest';
import { mayDo, type Permission, ROLES, type Role } from './access.ts';

const PERMISSIONS: readonly Permission[] = ['read', 'write', 'oversee', 'grant', 'administer'];
const TABLE: readonly (readonly [Role, readonly Permission[]])[] = [
  ['owner', PERMISSIONS],
  ['admin', PERMISSIONS],
  ['member', ['read', 'write', 'grant']],
  ['viewer', ['read']],
];
const ADMIN_SCOPE: readonly Permission[] = ['grant', 'administer'];

describe('access', () => {
  test.each(TABLE)('%s with a token of the scope admin', (role, allowed) => {
    expect(PERMISSIONS.filter((permission) => mayDo(permission, role, 'admin'))).toEqual(allowed);
  });

  test.each(TABLE)('%s with a token that may write gives nobody access', (role, allowed) => {
    expect(PERMISSIONS.filter((permission) => mayDo(permission, role, 'write'))).toEqual(
      allowed.filter((permission) => !ADMIN_SCOPE.includes(permission)),
    );
  });

  test.each(ROLES)('%s with a token that may read', (role) => {
    expect(PERMISSIONS.filter((permission) => mayDo(permission, role, 'read'))).toEqual(['read']);
  });

  test('the table has every role', () => {
    expect(TABLE.map(([role]) => role)).toEqual(ROLES);
  });
});
