/** What texts are compared as where their case does not matter: here and in SQL, where it goes by the same name. */
export const foldCase = (text: string): string => text.toLowerCase()

/** A connection, as far as a function is made known to it. */
interface Connection {
  function(name: string, options: { deterministic: boolean }, run: (value: unknown) => string | null): void
}

/** Lets SQL fold as the rest of the program does: SQLite by itself knows the letters of ASCII alone. */
export function teachFolding(connection: Connection): void {
  connection.function('foldCase', { deterministic: true }, (value) =>
    typeof value === 'string' ? foldCase(value) : null,
  )
}
