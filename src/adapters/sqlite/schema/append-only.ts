/** Triggers that let rows be inserted into `table`, but not changed, deleted or replaced. */
export function appendOnly(table: string, key: readonly string[]): string {
  const sameKey = key.map((column) => `${column} = NEW.${column}`).join(" AND ");
  const refuse = `BEGIN SELECT RAISE(ABORT, 'faktura: rows of ${table} cannot be changed or deleted'); END;`;
  return `
CREATE TRIGGER ${table}_new BEFORE INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${sameKey}) ${refuse}
CREATE TRIGGER ${table}_fixed BEFORE UPDATE ON ${table} ${refuse}
CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table} ${refuse}`;
}
