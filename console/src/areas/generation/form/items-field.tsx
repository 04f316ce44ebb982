/* eslint-disable jsx-a11y/prefer-tag-over-role -- rows that lie anywhere in a high element are no rows of a <table> */
import { maxItems, type SceneItem } from '@vermilion/contract/generations/config'
import { rendererWorkflow, type WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import { countByItem } from '@vermilion/contract/generations/plan'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { type CSSProperties, useState, useId, useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import styles from './items.module.css'
import { ItemHead, ItemRow, itemGrid } from './item-row.tsx'
import { blankItem } from './form-values.ts'
import { text } from './text.ts'
import { CombinationDialog } from './combination-dialog.tsx'
import { DescriptionDialog } from '../description/description-dialog.tsx'
import Modal from 'antd/es/modal'
import { useSceneWord } from '#areas/files'
import { type ItemColumn, itemColumns, type ItemsRead, readItems } from './read-items.ts'
import { partsText } from './parts-text.ts'

/** CSS pixels of a row and of the frame at most, and rows rendered outside the view. */
const rowHeight = 44
const frameHeight = 352
const beyond = 6

interface ItemsFieldProps {
  capabilities: WorkflowCapabilities
  id?: string
  value?: SceneItem[]
  onChange?: (items: SceneItem[]) => void
}

export function ItemsField({ capabilities, id, value: items = [], onChange }: ItemsFieldProps) {
  const t = useText(text)
  const [dialog, setDialog] = useState<'combine' | 'paste' | 'describe' | null>(null)
  const isRefused = Form.Item.useStatus().status === 'error'
  const workflow = Form.useWatch<string | undefined>('workflow') ?? rendererWorkflow
  const count = Form.useWatch<number | null | undefined>('count') ?? 0
  const counts = items.length === 0 || !(count > 0) ? [] : countByItem(items, Math.floor(count))
  const put = (next: SceneItem[]) => {
    if (next.length > maxItems) return notify.error(t('tooMany', { most: maxItems }))
    onChange?.(next)
  }
  return (
    <fieldset id={id} className="plain-group" aria-label={t('items')}>
      <div className="wrapping-row gap-8 margin-bottom-10">
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => put([...items, items.at(-1) ?? blankItem])}>
          {t('add')}
        </Button>
        <Button onClick={() => setDialog('combine')}>{t('combine')}</Button>
        <Button onClick={() => setDialog('paste')}>{t('paste')}</Button>
        <Button onClick={() => setDialog('describe')}>{t('describe')}</Button>
        <span className="push-right text-tertiary tabular" aria-live="polite">
          {t('itemsSummary', { count: items.length })}
        </span>
      </div>
      {items.length === 0 ? (
        <p className="padding-16 border-dashed radius-8 text-tertiary text-center">{t('noItems')}</p>
      ) : (
        <ItemTable capabilities={capabilities} items={items} counts={counts} isRefused={isRefused} onItems={put} />
      )}
      {dialog === 'combine' && (
        <CombinationDialog
          capabilities={capabilities}
          max={maxItems - items.length}
          onClose={() => setDialog(null)}
          onAdd={(added) => put([...items, ...added])}
        />
      )}
      {dialog === 'describe' && (
        <DescriptionDialog
          workflow={workflow}
          max={maxItems - items.length}
          onClose={() => setDialog(null)}
          onAdd={(added) => put([...items, ...added])}
        />
      )}
      {dialog === 'paste' && (
        <PasteDialog
          capabilities={capabilities}
          onClose={() => setDialog(null)}
          onItems={(read, replaces) => put(replaces ? read : [...items, ...read])}
        />
      )}
    </fieldset>
  )
}

interface ItemTableProps {
  capabilities: WorkflowCapabilities
  items: readonly SceneItem[]
  counts: readonly number[]
  isRefused: boolean
  onItems: (items: SceneItem[]) => void
}

function ItemTable({ capabilities, items, counts, isRefused, onItems }: ItemTableProps) {
  const t = useText(text)
  const change = (at: number, changes: Partial<SceneItem>) =>
    onItems(items.map((item, index) => (index === at ? { ...item, ...changes } : item)))
  const move = (at: number, by: 1 | -1) => {
    const next = [...items]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onItems(next)
  }
  const [top, setTop] = useState(0)
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const last = Math.min(items.length - 1, Math.ceil((top + frameHeight) / rowHeight) + beyond)
  return (
    <div
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      className={`${styles['frame']} border radius-8 scroll`}
      role="table"
      aria-label={t('items')}
      aria-rowcount={items.length + 1}
      style={{ '--columns': itemGrid(capabilities) } as CSSProperties}
    >
      <ItemHead capabilities={capabilities} />
      <div role="rowgroup" className="relative min-content-width" style={{ height: items.length * rowHeight }}>
        {Array.from({ length: last - first + 1 }, (_, step) => first + step).map((index) => (
          <ItemRow
            key={index}
            top={index * rowHeight}
            index={index}
            item={items[index] ?? blankItem}
            images={counts[index]}
            capabilities={capabilities}
            isRefused={isRefused}
            isLast={index === items.length - 1}
            onChange={(changes) => change(index, changes)}
            onDuplicate={() => onItems(items.toSpliced(index, 0, items[index] ?? blankItem))}
            onRemove={() => onItems(items.toSpliced(index, 1))}
            onMove={(by) => move(index, by)}
          />
        ))}
      </div>
    </div>
  )
}

interface PasteDialogProps {
  capabilities: WorkflowCapabilities
  onItems: (items: SceneItem[], replaces: boolean) => void
  onClose: () => void
}

const maxLines = 5

function PasteDialog({ capabilities, onItems, onClose }: PasteDialogProps) {
  const t = useText(text)
  const parts = useText(partsText)
  const id = useId()
  const [content, setContent] = useState('')
  const read = useRead(content, capabilities)
  const insert = (replaces: boolean) => {
    onItems(read.items, replaces)
    onClose()
  }
  const isEmpty = read.items.length === 0
  return (
    <Modal
      open
      title={parts('pasteTitle')}
      onCancel={onClose}
      width={680}
      centered
      zIndex={1100}
      afterOpenChange={(open) => open && document.getElementById(id)?.focus()}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {parts('cancel')}
        </Button>,
        <Button key="replace" disabled={isEmpty} onClick={() => insert(true)}>
          {parts('pasteReplace')}
        </Button>,
        <Button key="add" type="primary" disabled={isEmpty} onClick={() => insert(false)}>
          {parts('pasteAdd')}
        </Button>,
      ]}
    >
      <p className="text-secondary">
        {parts('pasteWords', { order: itemColumns.map((column) => t(column)).join(', ') })}
      </p>
      <textarea
        id={id}
        className={`${styles['table']} field-frame block full-width padding-8-12 text-inherit white-space-pre resizable`}
        aria-label={parts('pasteField')}
        value={content}
        spellCheck={false}
        onChange={({ target }) => setContent(target.value)}
      />
      <p aria-live="polite">{content.trim() !== '' && parts('pasteRead', { count: read.items.length })}</p>
      {read.problems.length > 0 && (
        <ul className={`${styles['problems']} padding-left-16 text-error bullets`}>
          {read.problems.slice(0, maxLines).map(({ line, column, value }) => (
            <li key={line}>
              {column === null
                ? parts('pasteUnclosed', { line })
                : parts('pasteProblem', { line, value, field: t(column) })}
            </li>
          ))}
          {read.problems.length > maxLines && <li>{parts('pasteMore', { count: read.problems.length - maxLines })}</li>}
        </ul>
      )}
    </Modal>
  )
}

const nothing: ItemsRead = { items: [], problems: [] }

function useRead(content: string, { vocabulary }: WorkflowCapabilities): ItemsRead {
  const t = useText(text)
  const wordOf = useSceneWord()
  const titlesOf = (column: ItemColumn) => [t(column)]
  const meant = (column: ItemColumn, word: string) => {
    const message = column in (vocabulary ?? {}) ? (vocabulary?.[column as keyof typeof vocabulary] ?? []) : []
    const lower = word.toLowerCase()
    return message.find((one) => one === lower || wordOf(one).toLowerCase() === lower) ?? word
  }
  return useMemo(
    () => (content.trim() === '' ? nothing : readItems(content, { titlesOf, wordOf: meant })),
    // eslint-disable-next-line react/exhaustive-deps -- what names are taken for does not change while the dialog is open
    [content],
  )
}
