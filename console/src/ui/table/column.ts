import type { ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  key: string
  /** Empty above what can be done with a row. */
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers are set flush right, in figures of one width. */
  numeric?: boolean
  /** CSS width; columns without one share what is left. */
  width?: number | string
  /** CSS pixels that a cell takes at the most, where its content asks for them; in a wide window it takes more. */
  most?: number
  /** Left out on narrow screens. */
  wide?: boolean
  /** On a phone it has half a line, at its beginning or its end, where it speaks for itself without its title. */
  half?: 'start' | 'end'
  /**
   * On a phone: a line of its own, its title at the beginning and its value at the end; or with its neighbours in one row,
   * each below its title. It is there also where it is left out of a narrow table.
   */
  card?: 'line' | 'figure'
  /** Not shown until the reader asks for it. */
  asked?: boolean
  /** The order that the first click on the title asks for: `name`, or `-createdAt` where the last comes first. */
  sort?: string
}

/** The sort order and its change. */
export interface TableSort {
  value: string | undefined
  onSort: (sort: string | undefined) => void
  /** All columns of a list, also those that are not shown: a phone chooses among them. */
  columns?: readonly Pick<Column<never>, 'title' | 'sort'>[]
}

/** Rows that are chosen with checkboxes. */
export interface TableChoice<Row> {
  rows: ReadonlyMap<string, Row>
  nameOf: (row: Row) => string
  onRow: (row: Row, range: boolean) => void
  onAll: (on: boolean) => void
}
