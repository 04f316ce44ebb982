import type { useColumnChoice } from '../table/column-choice.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import type { Column, TableSort } from '../table/column.ts'
import styles from './list-page.module.css'
import type { useListView } from './use-list-view.ts'
import { SortChoice } from './card-tools.tsx'
import { ViewSwitch } from './card-tools.tsx'

interface ListViewToolsProps {
  view: ReturnType<typeof useListView>
  columns: readonly Column<never>[]
  sort: TableSort
  choice: ReturnType<typeof useColumnChoice>
}

export function ListViewTools({ view, columns, sort, choice }: ListViewToolsProps) {
  if (view.select === undefined) return <ColumnMenu columns={columns} choice={choice} />
  return (
    <span className={`${styles['view']} row gap-8 push-right narrow-justify-end`}>
      {view.value === 'cards' ? (
        <SortChoice columns={columns} sort={sort} />
      ) : (
        <ColumnMenu columns={columns} choice={choice} />
      )}
      <ViewSwitch view={view.value} onView={view.select} />
    </span>
  )
}
