import type { ReactNode } from 'react'

/** Opens many rows in one view. It changes nothing, so it needs no confirmation. */
export interface BulkView<Row> {
  key: string
  words: string
  /** The reason why the rows cannot be opened together; undefined when they can. */
  barred?: (rows: readonly Row[]) => string | undefined
  open: (rows: readonly Row[]) => void
}

export interface BulkAction<Row> {
  key: string
  words: string
  danger?: boolean
  /** The reason why it applies to none of the rows; undefined when it applies to some. */
  barred?: (rows: readonly Row[]) => string | undefined
  title: (rows: readonly Row[]) => string
  body: (rows: readonly Row[]) => ReactNode
  run: (row: Row) => Promise<unknown>
  /** "3 data spaces deleted" */
  done: (count: number) => string
  after: () => void
}
