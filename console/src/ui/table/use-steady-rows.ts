import { useState } from 'react'
import { useOwnChanges } from '#lib/query.ts'
import { steadyRows } from './steady-rows.ts'

interface Held<Row> {
  rows: readonly Row[]
  scope: string
  changes: number
}

interface Options<Row> {
  keyOf: (row: Row) => string
  /** Rows keep their positions while something is selected or the pointer is above. */
  hold: boolean
  /** The identity of the request. Rows of another request are shown at once. */
  scope: string
}

/** Rows that update in place, and move only when the user is not about to click, or by the user's own change. */
export function useSteadyRows<Row>(fresh: readonly Row[] | undefined, { keyOf, hold, scope }: Options<Row>) {
  const changes = useOwnChanges(({ count }) => count)
  const [snapshot, setHeld] = useState<Held<Row> | null>(null)
  const isOver = snapshot !== null && (snapshot.scope !== scope || snapshot.changes !== changes)
  if (!hold || fresh === undefined) {
    if (snapshot !== null) setHeld(null)
  } else if (snapshot === null || isOver) {
    setHeld({ rows: fresh, scope, changes })
  }
  const visibleRows = snapshot === null || isOver || !hold ? fresh : snapshot.rows
  const steady = fresh === undefined || visibleRows === undefined ? undefined : steadyRows(visibleRows, fresh, keyOf)
  return { steady, release: () => fresh !== undefined && setHeld({ rows: fresh, scope, changes }) }
}
