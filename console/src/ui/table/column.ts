import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** A CSS width; columns without one share the rest. */
  width?: number | string
  /** The maximum width of a cell in CSS pixels; it is larger in a wide window. */
  maxWidth?: number
  wide?: boolean
  /** On a phone, the column takes the start or end of a line without its title. */
  half?: 'start' | 'end'
  /** On a phone: a line with title and value, or a row of values below titles; even for columns that narrow tables hide. */
  card?: 'line' | 'figure'
  asked?: boolean
  /** The order of the first click on the title: `name`, or `-createdAt` to begin with the last. */
  sort?: string
}

export interface TableSort {
  value: string | undefined
  onSort: (sort: string | undefined) => void
  /** All columns, including hidden ones, for the choice of the order on a phone. */
  columns?: readonly Pick<Column<never>, 'title' | 'sort'>[]
}

export interface TableChoice<Row> {
  rows: ReadonlyMap<string, Row>
  nameOf: (row: Row) => string
  onRow: (row: Row, range: boolean) => void
  onAll: (on: boolean) => void
}
