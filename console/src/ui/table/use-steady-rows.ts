import { useState } from 'react'
import { useOwnChanges } from '#lib/query.ts'
import { steadyRows } from './steady-rows.ts'

interface Held<Row> {
  rows: readonly Row[]
  place: string
  changes: number
}

interface Options<Row> {
  keyOf: (row: Row) => string
  /** Something is selected or about to be clicked: what is shown stays where it is. */
  hold: boolean
  /** What is asked for. Rows that answer another question are never held back. */
  place: string
}

/** Rows that update where they stand, and move only when nobody is about to click on them, or by the user's own deed. */
export function useSteadyRows<Row>(fresh: readonly Row[] | undefined, { keyOf, hold, place }: Options<Row>) {
  const changes = useOwnChanges(({ count }) => count)
  const [held, setHeld] = useState<Held<Row> | null>(null)
  const isOver = held !== null && (held.place !== place || held.changes !== changes)
  if (!hold || fresh === undefined) {
    if (held !== null) setHeld(null)
  } else if (held === null || isOver) {
    setHeld({ rows: fresh, place, changes })
  }
  const shown = held === null || isOver || !hold ? fresh : held.rows
  const steady = fresh === undefined || shown === undefined ? undefined : steadyRows(shown, fresh, keyOf)
  return { steady, release: () => fresh !== undefined && setHeld({ rows: fresh, place, changes }) }
}
