import Button from 'antd/es/button'
import Tooltip from 'antd/es/tooltip'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import type { BulkAction, BulkView } from './bulk-action.ts'
import styles from './bulk.module.css'
import { notify } from '../feedback/notify.tsx'
import { problemWords } from '../feedback/problem.ts'
import type { RowSelection } from '../table/row-selection.ts'
import { text } from '../text.ts'
import { BulkDialog } from './bulk-dialog.tsx'

export interface BulkBarProps<Row> {
  selection: RowSelection<Row>
  actions: readonly (BulkAction<Row> | BulkView<Row>)[]
  nameOf: (row: Row) => string
  matching: { total: number; all: () => Promise<Row[]> } | null
}

export function BulkBar<Row>({ selection, actions, nameOf, matching }: BulkBarProps<Row>) {
  const t = useText(text)
  const [action, setAction] = useState<BulkAction<Row> | null>(null)
  const [choosing, setChoosing] = useState(false)
  const rows = [...selection.rows.values()]
  const chooseAll = async () => {
    setChoosing(true)
    try {
      selection.add((await matching?.all()) ?? [])
    } catch (problem) {
      notify.error(problemWords(problem))
    } finally {
      setChoosing(false)
    }
  }
  return (
    <>
      {rows.length > 0 && (
        <div
          className={`${styles['bar']} wrapping-row absolute gap-8 min-height-36 padding-4-12 radius-8`}
          role="toolbar"
          aria-label={t('selected', { count: rows.length })}
        >
          <span aria-live="polite">{t('selected', { count: rows.length })}</span>
          {matching !== null && (
            <Button size="small" type="link" loading={choosing} onClick={() => void chooseAll()}>
              {choosing ? t('selecting') : t('selectMatching', { total: matching.total })}
            </Button>
          )}
          {actions.map((one) => {
            const reason = 'barred' in one ? one.barred?.(rows) : undefined
            return reason === undefined ? (
              <Button
                key={one.key}
                size="small"
                danger={'danger' in one && one.danger}
                onClick={() => ('open' in one ? one.open(rows) : setAction(one))}
              >
                {one.text}
              </Button>
            ) : (
              <Tooltip key={one.key} title={reason}>
                <Button size="small" className={styles['barred'] ?? ''} aria-disabled>
                  {one.text}
                </Button>
              </Tooltip>
            )
          })}
          <Button size="small" type="text" onClick={selection.clear}>
            {t('clearSelection')}
          </Button>
        </div>
      )}
      {action !== null && (
        <BulkDialog
          action={action}
          rows={rows}
          nameOf={nameOf}
          onDone={(done) => {
            selection.remove(done)
            action.after()
          }}
          onClose={() => setAction(null)}
        />
      )}
    </>
  )
}
