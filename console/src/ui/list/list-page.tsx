import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import type { BulkAction, BulkView } from './bulk-action.ts'
import type { BulkBarProps } from './bulk-bar.tsx'
import { useColumnChoice } from '../table/column-choice.ts'
import { isOptional } from '../table/column-menu.tsx'
import type { Column } from '../table/column.ts'
import { useListAddress } from './list-address.ts'
import { filterKeys, type ListFilter } from './list-filter.ts'
import { ListFilters } from './list-filters.tsx'
import styles from './list-page.module.css'
import type { ListSource } from './list-source.ts'
import type { ListView } from './list-view.ts'
import { useListView } from './use-list-view.ts'
import { ListViewTools } from './view-tools.tsx'
import type { MainAction } from '../page/main-action.ts'
import { usePageActions } from '../page/page-actions.ts'
import { Page, PageHeading } from '../page/page.tsx'
import { Pager } from '../table/pager.tsx'
import { type RowSelection, useRowSelection } from '../table/row-selection.ts'
import { PartialStrip } from '../feedback/states.tsx'
import { useSteadyRows } from '../table/use-steady-rows.ts'
import { text } from '../text.ts'
import { EmptyList } from './empty/empty-list.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DataTable } from '../table/data-table.tsx'
import { CardList } from './card-list.tsx'

interface ListPageProps<Row> {
  name: string
  title: string
  list: ListSource<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
  onRow: (row: Row) => void
  renderBelow?: (row: Row) => ReactNode
  renderCard?: (row: Row) => ReactNode
  usualView?: ListView
  searchLabel: string
  failure?: string
  filters?: readonly ListFilter[]
  usualSort?: string
  action?: MainAction
  more?: ReactNode
  menu?: ReactNode
  tabs?: ReactNode
  /** The text of an empty list: its purpose and the way to begin. The button is the page's unless it has its own. */
  empty: { title: string; text: string; action?: MainAction }
  noMatch: string
  bulk?: readonly (BulkAction<Row> | BulkView<Row>)[]
  children?: ReactNode
}

const noFilters: readonly ListFilter[] = []

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { name, title, list, columns, rowKey, nameOf, onRow, action, filters = noFilters, bulk = [] } = props
  const { search, set, leaf } = useListAddress()
  const filtered = selectFilters(filters, search)
  const scope = JSON.stringify(filtered)
  const selection = useRowSelection(scope, rowKey, list.page?.items)
  const [pointed, setPointed] = useState(false)
  const { steady, release } = useSteadyRows(list.page?.items, {
    keyOf: rowKey,
    hold: (pointed || selection.rows.size > 0) && !list.changing,
    scope: JSON.stringify([scope, search['sort'], search['cursor']]),
  })
  const choice = useColumnChoice(name)
  const view = useListView(name, props.renderCard !== undefined, props.usualView)
  const sort = typeof search['sort'] === 'string' ? search['sort'] : (props.usualSort ?? '-createdAt')
  usePageActions(action === undefined ? [] : [{ key: 'main', text: action.text, run: action.run, shortcut: 'c' }])

  const rows = steady?.rows
  const total = list.page?.total ?? 0
  const pageChosen = rows !== undefined && rows.length > 0 && rows.every((row) => selection.rows.has(rowKey(row)))
  const order = { value: sort, onSort: (next: string | undefined) => set({ sort: next }), columns }
  const matching = pageChosen && selection.rows.size < total ? { total, all: list.all } : null
  return (
    <Page full="list">
      <PageHeading title={title} count={list.page?.total}>
        {props.more}
        {action !== undefined && <MainButton {...action} />}
        {props.menu}
      </PageHeading>
      {props.tabs}
      {/* What can be done with the chosen rows takes the place of the filters, so that no row moves. */}
      <div className={`${styles['tools']} relative rigid`}>
        <div inert={selection.rows.size > 0}>
          <ListFilters searchLabel={props.searchLabel} filters={filters}>
            <ListViewTools view={view} columns={columns} sort={order} choice={choice} />
          </ListFilters>
        </div>
        {bulk.length > 0 && <ChosenRows selection={selection} actions={bulk} nameOf={nameOf} matching={matching} />}
      </div>
      {list.problem !== null && list.page !== undefined && <PartialStrip problem={list.problem} onRetry={list.retry} />}
      <div
        className={`${styles['rows']} stack relative min-height-0 yielding narrow-block`}
        data-changing={list.changing}
        onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
        onPointerLeave={() => setPointed(false)}
      >
        {steady !== undefined && steady.added > 0 && <NewRows count={steady.added} onShow={release} />}
        <ListRows
          view={view}
          columns={columns.filter(
            (column, index) => !isOptional(column as Column<never>, index) || choice.isShown(column),
          )}
          sort={order}
          renderCard={props.renderCard}
          label={title}
          rows={rows}
          rowKey={rowKey}
          problem={list.problem}
          failure={props.failure}
          onRetry={search['cursor'] === undefined ? list.retry : () => set({})}
          onRow={onRow}
          renderBelow={props.renderBelow}
          {...(steady === undefined ? {} : { removed: steady.removed })}
          choice={bulk.length === 0 ? undefined : choiceOf(selection, rows ?? [], nameOf)}
          empty={
            <EmptyList
              empty={props.empty}
              noMatch={props.noMatch}
              action={action}
              filtered={filtered}
              onClear={() => set(cleared(filters))}
            />
          }
        />
      </div>
      <Pager page={list.page} onCursor={leaf} />
      {props.children}
    </Page>
  )
}

function MainButton({ text: message, short, run }: MainAction) {
  if (short === undefined)
    return (
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={run}>
        {message}
      </Button>
    )
  return (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-label={message} onClick={run}>
      <span className="narrow-hidden">{message}</span>
      <span className={`${styles['short']} hidden`}>{short}</span>
    </Button>
  )
}

function ChosenRows<Row>(props: BulkBarProps<Row>) {
  const [isUsed, setUsed] = useState(false)
  if (props.selection.rows.size > 0 && !isUsed) setUsed(true)
  return isUsed ? <BulkBar {...props} /> : null
}

function choiceOf<Row>(selection: RowSelection<Row>, rows: readonly Row[], nameOf: (row: Row) => string) {
  return {
    rows: selection.rows,
    nameOf,
    onRow: (row: Row, range: boolean) => selection.toggle(rows, row, range),
    onAll: (on: boolean) => (on ? selection.add(rows) : selection.remove(rows)),
  }
}

const selectFilters = (filters: readonly ListFilter[], search: Readonly<Record<string, unknown>>) =>
  filterKeys(filters).flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]] as const]))

const cleared = (filters: readonly ListFilter[]) =>
  Object.fromEntries(filterKeys(filters).map((key) => [key, undefined]))

function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useText(text)
  return (
    <output className={`${styles['new']} row absolute layer-5 gap-8 pill ground-raised shadow-secondary font-13`}>
      {t('newRows', { count })}
      <button className="height-26 padding-0-12 border-0 pill cursor-pointer" type="button" onClick={onShow}>
        {t('showNew')}
      </button>
    </output>
  )
}

type ListRowsProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'scrolls'> & {
  view: ReturnType<typeof useListView>
  onRow: (row: Row) => void
  renderCard: ((row: Row) => ReactNode) | undefined
}

function ListRows<Row>({ view, renderCard, ...rows }: ListRowsProps<Row>) {
  if (view.value === 'table' || renderCard === undefined) return <DataTable {...rows} scrolls />
  const { columns: _columns, sort: _sort, ...cards } = rows
  return <CardList {...cards} card={renderCard} />
}
