import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from '../table/data-table.tsx'
import { CardList } from './card-list.tsx'
import type { useListView } from './use-list-view.ts'

type ListRowsProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'scrolls'> & {
  view: ReturnType<typeof useListView>
  onRow: (row: Row) => void
  renderCard: ((row: Row) => ReactNode) | undefined
}

export function ListRows<Row>({ view, renderCard, ...rows }: ListRowsProps<Row>) {
  if (view.value === 'table' || renderCard === undefined) return <DataTable {...rows} scrolls />
  const { columns: _columns, sort: _sort, ...cards } = rows
  return <CardList {...cards} card={renderCard} />
}
