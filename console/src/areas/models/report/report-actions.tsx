import { evaluationEndpoints, exportKinds } from '@vermilion/contract/evaluations'
import Button from 'antd/es/button'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { saveTable, type TableRows } from '#ui/export/csv-button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import styles from './report.module.css'
import { text } from './text.ts'

interface ReportActionsProps {
  taskId: string
  classes: { name: string; table: () => TableRows }
  onAdd: () => void
}

export function ReportActions({ taskId, classes, onAdd }: ReportActionsProps) {
  const t = useText(text)
  const exports = exportKinds.map((kind) => ({
    key: kind,
    text: t(`export-${kind}`),
    run: () =>
      location.assign(addressOf(evaluationEndpoints.exportEvaluation, { params: { taskId }, query: { kind } })),
  }))
  const ofClasses = { key: 'classes', text: t('export-classes'), run: () => saveTable(classes.name, classes.table()) }
  return (
    <span className={`${styles['actions']} absolute flex gap-8`}>
      <Button type="primary" onClick={onAdd}>
        {t('addToDataset')}
      </Button>
      <Menu label={t('export')} actions={[...exports, ofClasses]}>
        {(button) => (
          <Button {...button} aria-label={t('export')}>
            {t('export')}
          </Button>
        )}
      </Menu>
    </span>
  )
}
