import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from './column.ts'

export function createdColumn<Row extends { readonly createdAt: string }>(title: string): Column<Row> {
  return {
    key: 'created',
    title,
    sort: '-createdAt',
    width: 130,
    wide: true,
    cell: ({ createdAt }) => <Ago time={createdAt} />,
  }
}

export function menuColumn<Row>(labelOf: (row: Row) => string, actionsOf: (row: Row) => RowAction[]): Column<Row> {
  return {
    key: 'menu',
    title: '',
    width: 48,
    cell: (row) => <RowMenu label={labelOf(row)} actions={actionsOf(row)} />,
  }
}
