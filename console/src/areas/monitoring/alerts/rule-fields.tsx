import { alertRuleOffer, type AlertRule } from '@vermilion/contract/monitoring/alert-rules'
import { useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './alerts.module.css'
import { alertText } from './text.ts'

interface FieldProps {
  rule: AlertRule
  label: string
  /** Called with true while the typed value differs from the stored one. */
  onTyped: (differs: boolean) => void
  /** Called on blur with another value, or on Enter; resolves to true when it was stored. */
  onChange: (value: number) => Promise<boolean>
}

const unitKeys = { share: 'share', celsius: 'celsius', minutes: 'minuteUnit', days: 'dayUnit' } as const

/** Fractions are typed in percent. Rules about single events have no threshold. */
export function ThresholdField({ rule, label, onTyped, onChange }: FieldProps) {
  const t = useText(alertText)
  const offer = alertRuleOffer(rule.rule).threshold
  if (offer === null) return null
  const factor = offer.unit === 'share' ? 100 : 1
  return (
    <FigureField
      label={label}
      value={Math.round((rule.threshold ?? 0) * factor)}
      min={Math.ceil(offer.minimum * factor)}
      max={Math.floor(offer.maximum * factor)}
      unit={t(unitKeys[offer.unit])}
      onTyped={onTyped}
      onChange={(value) => onChange(value / factor)}
    />
  )
}

export function HoldField({ rule, label, onTyped, onChange }: FieldProps) {
  const t = useText(alertText)
  if (rule.holdSeconds === null) return null
  return (
    <FigureField
      label={label}
      value={rule.holdSeconds}
      min={0}
      max={86_400}
      unit={t('secondUnit')}
      onTyped={onTyped}
      onChange={onChange}
    />
  )
}

interface FigureFieldProps extends Omit<FieldProps, 'rule'> {
  value: number
  min: number
  max: number
  unit: string
}

function FigureField({ label, value, min, max, unit, onTyped, onChange }: FigureFieldProps) {
  const [typed, setTyped] = useState(value)
  // A value committed by Enter is not committed again on blur, when it may have been changed elsewhere.
  const isTaken = useRef(true)
  const save = async () => {
    if (isTaken.current) return
    isTaken.current = true
    const next = Math.min(max, Math.max(min, Math.round(typed)))
    onTyped(false)
    // Enter sends a refused value again.
    if (next !== value) isTaken.current = await onChange(next)
  }
  return (
    <span className={`${styles['number']} inline-row gap-6`}>
      <NumberInput
        integer
        filled
        min={min}
        max={max}
        value={typed}
        onChange={(next) => {
          if (next === null) return
          isTaken.current = false
          onTyped(next !== value)
          setTyped(next)
        }}
        onBlur={() => void save()}
        onPressEnter={() => void save()}
        aria-label={label}
      />
      <span className="text-left" style={{ minWidth: 32 }}>
        {unit}
      </span>
    </span>
  )
}
