import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './file-page.module.css'
import { FilePreview, type Preview, type Shown } from './file-preview.tsx'
import { type FileView, fileViews } from './file-view.ts'
import { type CellContent, cellSizes, GridCell } from './grid-cell.tsx'
import { notify } from './notify.tsx'
import { FilterRow, Page, PageHeading } from './page.tsx'
import { problemWords } from './problem.ts'
import { useSelection } from './selection.ts'
import { Bone, PartialStrip, ProblemState } from './states.tsx'
import { text } from './text.ts'
import { WindowedGrid } from './windowed-grid.tsx'

/** Something that can be done with the selected files. */
export interface FileAction {
  key: string
  words: string
  danger?: boolean
  icon?: ReactNode
  /** Also done by the Delete key. */
  deletes?: boolean
  /** `settle` lets the selection go. */
  run: (keys: readonly string[], settle: () => void) => void
}

interface FilePageProps<Item> {
  name: string
  count: number | undefined
  note: ReactNode
  /** The page's actions, in its heading. */
  actions: ReactNode
  /** What narrows the files, and where the shown folder lies. */
  filters: ReactNode
  view: FileView
  onView: (view: FileView) => void
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  cell: (item: Item, view: FileView) => CellContent
  preview: (item: Item) => Preview
  /** Enter and a double click; the preview where nothing else is given. */
  onOpen?: (item: Item) => void
  /** How many there are in all, loaded or not, and how to come by the keys of all. */
  total: number
  all: () => Promise<readonly string[]>
  onEnd: () => void
  /** Nothing of them is known yet. */
  loading: boolean
  problem: unknown
  onRetry: () => void
  /** Above the grid, scrolling with it: folders, what the page says when it is empty. */
  before: ReactNode
  fileActions: readonly FileAction[]
  children?: ReactNode
}

const cellId = (key: string) => `file-${key}`

/** A page of files: views, one way to select (click, Shift, Ctrl, a rectangle, Ctrl+A), and Space for a preview. */
export function FilePage<Item>(props: FilePageProps<Item>) {
  const { items, itemKey, view, fileActions } = props
  const [shown, setShown] = useState<Shown<Item> | null>(null)
  const columns = useRef(1)
  const keys = items.map(itemKey)
  const selection = useSelection(keys)
  const show = (key: string | null) => {
    const place = keys.indexOf(key ?? '')
    const item = items[place]
    if (item !== undefined) setShown({ item, place })
  }
  const open = (key: string | null) => {
    const item = items[keys.indexOf(key ?? '')]
    if (props.onOpen === undefined) show(key)
    else if (item !== undefined) props.onOpen(item)
  }
  const run = (action: FileAction | undefined) => {
    if (selection.selected.size > 0) action?.run([...selection.selected], selection.clear)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, columns.current, keys.length)
    if (step !== undefined) {
      const key = selection.move(step, event.shiftKey)
      if (key !== null) document.getElementById(cellId(key))?.focus()
    } else if (event.key === ' ') show(selection.current)
    else if (event.key === 'Enter') open(selection.current)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.all()
    else if (event.key === 'Delete' || event.key === 'Backspace') run(fileActions.find(({ deletes }) => deletes))
    else if (event.key === 'Escape') selection.clear()
    else return
    event.preventDefault()
  }
  return (
    <Page full>
      <PageHeading title={props.name} count={props.count} note={props.note}>
        {props.actions}
      </PageHeading>
      <FilterRow>
        {props.filters}
        <span className={styles['end']}>
          <SelectionBar {...props} selection={selection} onRun={run} />
          <ViewSwitch view={view} onView={props.onView} />
        </span>
      </FilterRow>
      {props.problem !== null && items.length > 0 && <PartialStrip problem={props.problem} onRetry={props.onRetry} />}
      {props.problem !== null && items.length === 0 ? (
        <ProblemState problem={props.problem} onRetry={props.onRetry} />
      ) : (
        <WindowedGrid<Item>
          items={items}
          itemKey={itemKey}
          label={props.label}
          {...cellSizes[view]}
          columnsRef={columns}
          multiselect
          onKeyDown={onKeyDown}
          onRectangle={selection.touch}
          onEnd={props.onEnd}
          before={props.loading ? <BoneCells /> : props.before}
          render={(item, index) => {
            const key = itemKey(item)
            return (
              <GridCell
                id={cellId(key)}
                content={props.cell(item, view)}
                view={view}
                selected={selection.selected.has(key)}
                focusable={selection.current === key || (selection.current === null && index === 0)}
                onPick={(how) => selection.pick(key, how)}
                onOpen={() => open(key)}
              />
            )
          }}
        />
      )}
      <FilePreview
        shown={shown}
        total={items.length}
        itemKey={itemKey}
        preview={props.preview}
        at={(place) => items[place]}
        onShow={setShown}
      />
      {props.children}
    </Page>
  )
}

function BoneCells() {
  return (
    <div className={styles['bones']}>
      {Array.from({ length: 12 }, (_, place) => (
        <Bone key={place} height={150} />
      ))}
    </div>
  )
}

/** How far a key moves through a grid of so many columns and cells. */
function stepOf(key: string, columns: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -count,
    End: count,
    PageUp: -columns * 4,
    PageDown: columns * 4,
  }
  return steps[key]
}

type SelectionBarProps = Pick<FilePageProps<never>, 'total' | 'all' | 'fileActions'> & {
  items: readonly unknown[]
  selection: ReturnType<typeof useSelection>
  onRun: (action: FileAction) => void
}

function SelectionBar({ total, all, fileActions, items, selection, onRun }: SelectionBarProps) {
  const t = useText(text)
  const [choosing, setChoosing] = useState(false)
  const { size } = selection.selected
  const chooseAll = async () => {
    setChoosing(true)
    try {
      selection.all(await all())
    } catch (problem) {
      notify.error(problemWords(problem))
    } finally {
      setChoosing(false)
    }
  }
  if (size === 0) return null
  return (
    <span className={styles['selection']} role="toolbar" aria-label={t('selected', { count: size })}>
      <span aria-live="polite">{t('selected', { count: size })}</span>
      {size === items.length && size < total && (
        <Button size="small" type="link" loading={choosing} onClick={() => void chooseAll()}>
          {choosing ? t('selecting') : t('selectMatching', { total })}
        </Button>
      )}
      {fileActions.map((action) => (
        <Button
          key={action.key}
          size="small"
          danger={action.danger === true}
          icon={action.icon}
          onClick={() => onRun(action)}
        >
          {action.words}
        </Button>
      ))}
      <Button size="small" type="text" onClick={selection.clear}>
        {t('clearSelection')}
      </Button>
    </span>
  )
}

const viewWords = { small: 'smallIcons', large: 'largeIcons', gallery: 'galleryView' } as const

function ViewSwitch({ view, onView }: { view: FileView; onView: (view: FileView) => void }) {
  const t = useText(text)
  return (
    <Segmented<FileView>
      value={view}
      onChange={onView}
      options={fileViews.map((value) => ({ value, label: t(viewWords[value]) }))}
      aria-label={t('view')}
    />
  )
}
