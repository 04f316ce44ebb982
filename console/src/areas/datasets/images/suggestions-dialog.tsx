import Radio from 'antd/es/radio'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { ChangeDialog } from './change-dialog.tsx'
import styles from './images.module.css'
import { text } from './text.ts'

export function SuggestionsDialog({ count, onChange, onClose }: BulkDialogProps) {
  const t = useText(text)
  const [minimumScore, setMinimumScore] = useState(0.5)
  const [others, setOthers] = useState<'keep' | 'remove'>('keep')
  return (
    <ChangeDialog
      title={t('suggestionsTitle', { count })}
      count={count}
      change={{ acceptSuggestions: { minimumScore, others } }}
      onChange={onChange}
      onClose={onClose}
    >
      <label className={`${styles['field']} stack gap-4`}>
        <span>{t('fromScore')}</span>
        <NumberInput min={0} max={1} step={0.05} value={minimumScore} onChange={(next) => setMinimumScore(next ?? 0)} />
      </label>
      <Radio.Group
        vertical
        value={others}
        onChange={({ target }) => setOthers(target.value as 'keep' | 'remove')}
        options={[
          { value: 'keep', label: t('keepOthers') },
          { value: 'remove', label: t('removeOthers') },
        ]}
      />
      <small>{t('suggestionsHint')}</small>
    </ChangeDialog>
  )
}
