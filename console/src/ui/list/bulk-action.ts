import type { ReactNode } from 'react'

/** Opens many rows in one view. It changes nothing, so it needs no confirmation. */
export interface BulkView<Row> {
  key: string
  text: string
  barred?: (rows: readonly Row[]) => string | undefined
  open: (rows: readonly Row[]) => void
}

export interface BulkAction<Row> {
  key: string
  text: string
  danger?: boolean
  barred?: (rows: readonly Row[]) => string | undefined
  title: (rows: readonly Row[]) => string
  body: (rows: readonly Row[]) => ReactNode
  run: (row: Row) => Promise<unknown>
  done: (count: number) => string
  after: () => void
}
