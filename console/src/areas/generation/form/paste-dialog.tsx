import type { SceneItem } from '@vermilion/contract/generations/config'
import type { WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useId, useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSceneWord } from '#areas/files'
import styles from './items.module.css'
import { type ItemColumn, itemColumns, type ItemsRead, readItems } from './read-items.ts'
import { partsText } from './parts-text.ts'
import { text } from './text.ts'

interface PasteDialogProps {
  capabilities: WorkflowCapabilities
  onItems: (items: SceneItem[], replaces: boolean) => void
  onClose: () => void
}

const maxLines = 5

export function PasteDialog({ capabilities, onItems, onClose }: PasteDialogProps) {
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
    const words = column in (vocabulary ?? {}) ? (vocabulary?.[column as keyof typeof vocabulary] ?? []) : []
    const lower = word.toLowerCase()
    return words.find((one) => one === lower || wordOf(one).toLowerCase() === lower) ?? word
  }
  return useMemo(
    () => (content.trim() === '' ? nothing : readItems(content, { titlesOf, wordOf: meant })),
    // eslint-disable-next-line react/exhaustive-deps -- what names are taken for does not change while the dialog is open
    [content],
  )
}
