/** SQLSTATE `foreign_key_violation` of PostgreSQL. */
const POSTGRES_CODE = '23503';
/** `SQLITE_CONSTRAINT_FOREIGNKEY`. */
const SQLITE_CODE = 787;

/** Whether a row could not be saved because another row that it belongs to is gone, such as the token that creates a key. */
export function isMissingParent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === POSTGRES_CODE) || ('errcode' in error && error.errcode === SQLITE_CODE)
  );
}
