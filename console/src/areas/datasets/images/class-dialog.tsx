import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { ChangeDialog } from './change-dialog.tsx'
import styles from './images.module.css'
import { text } from './text.ts'
import type { BulkDialogProps } from './bulk-dialog.ts'

const modes = ['set', 'add', 'remove'] as const
type Mode = (typeof modes)[number]

export function ClassDialog({ dataset, count, onChange, onClose }: BulkDialogProps) {
  const t = useText(text)
  const [labelId, setLabelId] = useState<string | null>(null)
  const [mode, setMode] = useState<Mode>('set')
  return (
    <ChangeDialog
      title={t('classTitle', { count })}
      count={count}
      change={labelId === null ? null : { labelId, mode }}
      onChange={onChange}
      onClose={onClose}
    >
      <div className={`${styles['field']} stack gap-4`}>
        <span aria-hidden>{t('label')}</span>
        <Select<string | null>
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('label')}
          placeholder={t('chooseLabel')}
          value={labelId}
          onChange={setLabelId}
          options={dataset.labels.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <Radio.Group
        vertical
        value={mode}
        onChange={({ target }) => setMode(target.value as Mode)}
        options={modes.map((one) => ({ value: one, label: t(`mode-${one}`) }))}
      />
    </ChangeDialog>
  )
}
