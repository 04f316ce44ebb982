import { alertRuleOffer } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertRule, AlertRuleChange } from '@vermilion/contract/monitoring/alert-rules'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Checkbox from 'antd/es/checkbox'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { unknownValue } from '#lib/format.ts'
import { sayText, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useRuleNames } from './alert-words.ts'
import styles from './alerts.module.css'
import { SilenceMenu } from './silence-menu.tsx'
import { alertText } from './text.ts'

/** The rules, each of which is changed where it stands. */
export function RulePanel() {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const language = useSystem((system) => system.lang)
  const { data, error, refetch } = useQuery(read(alertEndpoints.listAlertRules, {}))
  const change = (rule: AlertRule['rule'], body: AlertRuleChange) =>
    void call(alertEndpoints.changeAlertRule, { params: { rule }, body })
      .then(() => refresh('/alerts'))
      .catch((problem: unknown) => notify.error(`${t('ruleFailed')}: ${problemWords(problem)}`))
  const columns = [t('rule'), t('on'), t('threshold'), t('hold'), t('webhook'), t('email'), t('actions')]
  if (data === undefined)
    return (
      <Panel title={t('rules')}>
        {error === null ? <Bone height={240} /> : <ProblemState problem={error} onRetry={() => void refetch()} />}
      </Panel>
    )
  return (
    <Panel title={t('rules')} extra={<Link to="/settings/services">{t('services')}</Link>}>
      <p className={styles['words']}>{t('channelWords')}</p>
      <FigureTable
        columns={columns}
        rows={data.map((one) => {
          const name = nameOf(one.rule)
          const label = (column: string) => t('of', { column, name })
          const check = (key: 'webhook' | 'email') => (
            <Checkbox
              key={key}
              checked={one[key]}
              onChange={({ target }) => change(one.rule, { [key]: target.checked })}
              aria-label={label(t(key))}
            />
          )
          return {
            key: one.rule,
            cells: [
              <span key="name">
                {name}
                <span className={styles['hint']}>{sayText(alertRuleOffer(one.rule).hint, language)}</span>
              </span>,
              <Switch
                key="on"
                size="small"
                checked={one.enabled}
                onChange={(enabled) => change(one.rule, { enabled })}
                aria-label={label(t('on'))}
              />,
              <ThresholdField
                key={`threshold ${one.threshold}`}
                rule={one}
                label={label(t('threshold'))}
                onChange={(threshold) => change(one.rule, { threshold })}
              />,
              <HoldField
                key={`hold ${one.holdSeconds}`}
                rule={one}
                label={label(t('hold'))}
                onChange={(holdSeconds) => change(one.rule, { holdSeconds })}
              />,
              check('webhook'),
              check('email'),
              <SilenceMenu key="silence" rule={one.rule} object={null} name={name} />,
            ],
          }
        })}
      />
    </Panel>
  )
}

interface FieldProps {
  rule: AlertRule
  label: string
  /** Called when the field loses the focus with another value. */
  onChange: (value: number) => void
}

const unitKeys = { share: 'share', celsius: 'celsius', minutes: 'minuteUnit', days: 'dayUnit' } as const

/** Shares are typed in percent. */
function ThresholdField({ rule, label, onChange }: FieldProps) {
  const t = useText(alertText)
  const offer = alertRuleOffer(rule.rule).threshold
  if (offer === null) return unknownValue
  const factor = offer.unit === 'share' ? 100 : 1
  return (
    <FigureField
      label={label}
      value={Math.round((rule.threshold ?? 0) * factor)}
      min={Math.ceil(offer.minimum * factor)}
      max={Math.floor(offer.maximum * factor)}
      unit={t(unitKeys[offer.unit])}
      onChange={(value) => onChange(value / factor)}
    />
  )
}

function HoldField({ rule, label, onChange }: FieldProps) {
  if (rule.holdSeconds === null) return unknownValue
  return <FigureField label={label} value={rule.holdSeconds} min={0} max={86_400} onChange={onChange} />
}

interface FigureFieldProps {
  label: string
  value: number
  min: number
  max: number
  unit?: string
  onChange: (value: number) => void
}

/** A whole number within limits, which is taken once the field loses the focus or Enter is pressed. */
function FigureField({ label, value, min, max, unit, onChange }: FigureFieldProps) {
  const [typed, setTyped] = useState(value)
  const take = () => {
    const next = Math.min(max, Math.max(min, Math.round(typed)))
    if (next !== value) onChange(next)
  }
  return (
    <span className={styles['number']}>
      <NumberInput
        integer
        filled
        size="small"
        min={min}
        max={max}
        value={typed}
        onChange={(next) => next !== null && setTyped(next)}
        onBlur={take}
        onPressEnter={take}
        aria-label={label}
      />
      {unit !== undefined && <span className={styles['unit']}>{unit}</span>}
    </span>
  )
}
