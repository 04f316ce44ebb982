/** The form in which texts are compared regardless of case, here and in SQL under the same name. */
export const foldCase = (text: string): string => text.toLowerCase()

interface Connection {
  function(name: string, options: { deterministic: boolean }, run: (value: unknown) => string | null): void
}

/** Registers `foldCase` in SQL: SQLite itself folds ASCII letters only. */
export function teachFolding(connection: Connection): void {
  connection.function('foldCase', { deterministic: true }, (value) =>
    typeof value === 'string' ? foldCase(value) : null,
  )
}
