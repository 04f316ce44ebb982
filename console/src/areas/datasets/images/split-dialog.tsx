import Checkbox from 'antd/es/checkbox'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { splits } from '../search.ts'
import { ChangeDialog } from './change-dialog.tsx'
import styles from './images.module.css'
import { text } from './text.ts'
import type { BulkDialogProps } from './bulk-dialog.ts'

type Split = (typeof splits)[number]

export function SplitDialog({ count, onChange, onClose }: BulkDialogProps) {
  const t = useText(text)
  const [into, setInto] = useState<Split | 'ratio'>('train')
  const [ratio, setRatio] = useState<Record<Split, number>>({ train: 80, validation: 10, test: 10 })
  const [seed, setSeed] = useState(0)
  const [stratified, setStratified] = useState(true)
  const sum = splits.reduce((total, split) => total + ratio[split], 0)
  const spread = sum > 0 ? { splitRatio: ratio, seed, stratified } : null
  return (
    <ChangeDialog
      title={t('splitTitle', { count })}
      count={count}
      change={into === 'ratio' ? spread : { split: into }}
      onChange={onChange}
      onClose={onClose}
    >
      <Radio.Group
        vertical
        value={into}
        onChange={({ target }) => setInto(target.value as Split | 'ratio')}
        options={[
          ...splits.map((split) => ({ value: split, label: t(split) })),
          { value: 'ratio', label: t('byRatio') },
        ]}
      />
      {into === 'ratio' && (
        <>
          <div className={`${styles['ratio']} grid gap-8`}>
            {splits.map((split) => (
              <label className="note stack gap-4" key={split}>
                {t(split)}
                <NumberInput
                  min={0}
                  value={ratio[split]}
                  onChange={(changes) => setRatio({ ...ratio, [split]: changes ?? 0 })}
                />
              </label>
            ))}
          </div>
          <Checkbox checked={stratified} onChange={({ target }) => setStratified(target.checked)}>
            {t('stratified')}
          </Checkbox>
          <label className="stack gap-4">
            <span className="note">{t('seed')}</span>
            <NumberInput min={0} max={4_294_967_295} integer value={seed} onChange={(next) => setSeed(next ?? 0)} />
          </label>
        </>
      )}
    </ChangeDialog>
  )
}
