import Select from 'antd/es/select'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { foldedText } from './folded-text.ts'

const units = { seconds: 1, minutes: 60, hours: 3_600 } as const

type Unit = keyof typeof units

const largestFirst = ['hours', 'minutes', 'seconds'] as const satisfies readonly Unit[]

interface TimeFieldProps {
  id?: string
  /** Seconds. */
  value?: number | null
  onChange?: (seconds: number | null) => void
}

export function TimeField({ id, value = null, onChange }: TimeFieldProps) {
  const t = useText(foldedText)
  const [unit, setUnit] = useState<Unit>(() =>
    value === null ? 'hours' : (largestFirst.find((each) => value % units[each] === 0) ?? 'seconds'),
  )
  const change = (amount: number | null, by: Unit) =>
    onChange?.(amount === null ? null : Math.max(1, Math.round(amount * units[by])))
  const amount = value === null ? null : value / units[unit]
  return (
    <div className="grid gap-8" style={{ gridTemplateColumns: 'minmax(0, 1fr) 120px' }}>
      <NumberInput
        {...(id === undefined ? {} : { id })}
        value={amount === null ? null : Number(amount.toFixed(4))}
        min={0}
        placeholder={t('unlimited')}
        onChange={(next) => change(next, unit)}
      />
      <Select<Unit>
        value={unit}
        aria-label={t('timeLimitUnit')}
        options={largestFirst.map((each) => ({ value: each, label: t(each) }))}
        onChange={(next) => {
          setUnit(next)
          change(amount, next)
        }}
      />
    </div>
  )
}
