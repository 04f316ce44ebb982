import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BarsOutlined from '@ant-design/icons/es/icons/BarsOutlined'
import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import type { useColumnChoice } from '../table/column-choice.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import type { Column, TableSort } from '../table/column.ts'
import { opposite } from '../table/table-head.tsx'
import { text } from '../text.ts'
import styles from './list-page.module.css'
import type { ListView } from './list-view.ts'
import type { useListView } from './use-list-view.ts'

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

function SortChoice({ columns, sort }: { columns: readonly Column<never>[]; sort: TableSort }) {
  const t = useText(text)
  const options = columns.flatMap(({ title, sort: by }) =>
    by === undefined
      ? []
      : [by, opposite(by)].map((value) => ({ value, label: `${title} ${value.startsWith('-') ? '↓' : '↑'}` })),
  )
  return (
    <Select
      value={options.find(({ value }) => value === sort.value)?.value ?? null}
      style={{ flexGrow: 1, minWidth: 160 }}
      labelRender={({ value }) => t('orderedBy', { column: options.find((one) => one.value === value)?.label ?? '' })}
      popupMatchSelectWidth={false}
      placeholder={t('orderBy')}
      aria-label={t('orderBy')}
      onChange={(value: string | null) => sort.onSort(value ?? undefined)}
      options={options}
    />
  )
}

function ViewSwitch({ view, onView }: { view: ListView; onView: (view: ListView) => void }) {
  const t = useText(text)
  return (
    <Segmented<ListView>
      value={view}
      onChange={onView}
      options={[
        { value: 'cards', icon: <AppstoreOutlined aria-label={t('cardsView')} />, title: t('cardsView') },
        { value: 'table', icon: <BarsOutlined aria-label={t('tableView')} />, title: t('tableView') },
      ]}
      aria-label={t('view')}
    />
  )
}
