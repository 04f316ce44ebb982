import type { ReactNode } from 'react'

/** Opens many rows in one view. It changes nothing, so it needs no confirmation. */
export interface BulkView<Row> {
  key: string
  /** The verb on the button. */
  words: string
  /** Why they cannot be looked at together; undefined where they can. */
  barred?: (rows: readonly Row[]) => string | undefined
  open: (rows: readonly Row[]) => void
}

/** Something that can be done to many rows at once. */
export interface BulkAction<Row> {
  key: string
  /** The verb on the button. */
  words: string
  danger?: boolean
  /** Why it can be done to none of the rows; undefined where it can be done to some. */
  barred?: (rows: readonly Row[]) => string | undefined
  title: (rows: readonly Row[]) => string
  /** The loss, with numbers. */
  body: (rows: readonly Row[]) => ReactNode
  run: (row: Row) => Promise<unknown>
  /** "3 data spaces deleted" */
  done: (count: number) => string
  /** Called when it is over, also after a part of it. */
  after: () => void
}
