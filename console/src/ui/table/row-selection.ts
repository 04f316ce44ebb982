import { useState } from 'react'

export function rangeOf(keys: readonly string[], from: string, to: string): string[] {
  const bounds = [keys.indexOf(from), keys.indexOf(to)].toSorted((a, b) => a - b)
  const [first = -1, last = -1] = bounds
  return first === -1 ? [to] : keys.slice(first, last + 1)
}

interface SelectedRows<Row> {
  rows: ReadonlyMap<string, Row>
  anchor: string | null
  scope: string
}

/** They stay chosen on other pages of the list; another filter clears them. Rows in `latest` are updated. */
export function useRowSelection<Row>(scope: string, keyOf: (row: Row) => string, latest: readonly Row[] = []) {
  const [state, setChosen] = useState<SelectedRows<Row>>({ rows: new Map(), anchor: null, scope })
  const current = state.scope === scope ? state : { rows: new Map<string, Row>(), anchor: null, scope }
  const now = new Map(current.rows)
  for (const row of latest) if (now.has(keyOf(row))) now.set(keyOf(row), row)
  const set = (rows: ReadonlyMap<string, Row>, anchor: string | null) => setChosen({ rows, anchor, scope })

  return {
    rows: now as ReadonlyMap<string, Row>,
    toggle(visibleRows: readonly Row[], row: Row, range: boolean): void {
      const key = keyOf(row)
      const rows = new Map(current.rows)
      const on = !rows.has(key)
      const keys = range && current.anchor !== null ? rangeOf(visibleRows.map(keyOf), current.anchor, key) : [key]
      for (const one of visibleRows) {
        if (!keys.includes(keyOf(one))) continue
        if (on) rows.set(keyOf(one), one)
        else rows.delete(keyOf(one))
      }
      set(rows, key)
    },
    add(more: readonly Row[]): void {
      set(new Map([...current.rows, ...more.map((row) => [keyOf(row), row] as const)]), current.anchor)
    },
    remove(some: readonly Row[]): void {
      const keys = new Set(some.map(keyOf))
      set(new Map([...current.rows].filter(([key]) => !keys.has(key))), current.anchor)
    },
    clear: () => set(new Map(), null),
  }
}

export type RowSelection<Row> = ReturnType<typeof useRowSelection<Row>>
