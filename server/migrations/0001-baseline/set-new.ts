import type { EngineKind } from '../../src/platform/database/engine.ts'

/** The statement of a trigger that sets columns of the row that it runs for: in PostgreSQL before that is written. */
export function setNew(engine: EngineKind, table: string, values: Readonly<Record<string, string>>): string {
  const parts = Object.entries(values)
  if (engine === 'postgres') return parts.map(([column, value]) => `new."${column}" := ${value};`).join(' ')
  return `update "${table}" set ${parts.map(([column, value]) => `"${column}" = ${value}`).join(', ')} where rowid = new.rowid;`
}
