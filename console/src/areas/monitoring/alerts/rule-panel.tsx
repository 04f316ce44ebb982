import { alertRuleOffer } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertRule, AlertRuleChange } from '@vermilion/contract/monitoring/alert-rules'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Checkbox from 'antd/es/checkbox'
import Switch from 'antd/es/switch'
import { useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { listWords } from '#lib/format.ts'
import { sayText, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Status } from '#ui/feedback/status.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { LinkButton } from '#ui/page/link-button.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type Channel, useMissingChannels } from './use-missing-channels.ts'
import { tones, useRuleNames } from './alert-words.ts'
import styles from './alerts.module.css'
import { Section } from '../section.tsx'
import { SilenceMenu } from './silence-menu.tsx'
import { alertText } from './text.ts'

/** The rules, each of which is changed where it stands. */
export function RulePanel() {
  const t = useText(alertText)
  const { data, error, refetch } = useQuery(read(alertEndpoints.listAlertRules, {}))
  const change = (rule: AlertRule['rule'], body: AlertRuleChange) =>
    void call(alertEndpoints.changeAlertRule, { params: { rule }, body })
      .then(() => refresh('/alerts'))
      .catch((problem: unknown) => notify.error(`${t('ruleFailed')}: ${problemWords(problem)}`))
  const missing = useMissingChannels()
  const columns = useColumns(change, (channel) => missing?.includes(channel) === false)
  return (
    <Section
      title={t('rules')}
      note={t('channelWords')}
      // Where a channel is missing, the button beside that word leads there.
      extra={missing?.length === 0 && <Link to="/settings/services">{t('services')}</Link>}
    >
      <ChannelNote missing={missing ?? []} />
      <div className={styles['rules']}>
        <DataTable
          label={t('rules')}
          columns={columns}
          rows={data}
          rowKey={({ rule }) => rule}
          problem={error}
          onRetry={() => void refetch()}
          empty={null}
        />
      </div>
    </Section>
  )
}

// oxlint-disable-next-line max-lines-per-function -- one list of columns or handlers over the same values
function useColumns(
  change: (rule: AlertRule['rule'], body: AlertRuleChange) => void,
  isSetUp: (channel: Channel) => boolean,
): Column<AlertRule>[] {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const language = useSystem((system) => system.lang)
  const label = (column: string, { rule }: AlertRule) => t('of', { column, name: nameOf(rule) })
  const channel = (key: 'webhook' | 'email'): Column<AlertRule> => ({
    key,
    title: t(key),
    width: 96,
    card: 'line',
    cell: (one) => (
      <span>
        <Checkbox
          checked={one[key]}
          disabled={!one.enabled}
          onChange={({ target }) => change(one.rule, { [key]: target.checked })}
          aria-label={label(t(key), one)}
        />
      </span>
    ),
  })
  return [
    {
      key: 'name',
      title: t('rule'),
      cell: ({ rule }) => (
        <span className={styles['rule']}>
          <strong>{nameOf(rule)}</strong>
          <span className={styles['hint']}>{sayText(alertRuleOffer(rule).hint, language)}</span>
        </span>
      ),
    },
    {
      key: 'on',
      title: t('on'),
      width: 72,
      card: 'line',
      cell: (one) => (
        <span className={styles['switch']}>
          <Switch
            size="small"
            checked={one.enabled}
            onChange={(enabled) => change(one.rule, { enabled })}
            aria-label={label(t('on'), one)}
          />
        </span>
      ),
    },
    {
      key: 'severity',
      title: t('severity'),
      width: 96,
      wide: true,
      cell: ({ rule }) => {
        const { severity } = alertRuleOffer(rule)
        return <Status tone={tones[severity]}>{t(severity)}</Status>
      },
    },
    {
      key: 'threshold',
      title: t('threshold'),
      width: 150,
      card: 'line',
      cell: (one) => (
        <ThresholdField
          key={one.threshold}
          rule={one}
          label={label(t('threshold'), one)}
          onChange={(threshold) => change(one.rule, { threshold })}
        />
      ),
    },
    {
      key: 'hold',
      title: t('hold'),
      width: 130,
      card: 'line',
      cell: (one) => (
        <HoldField
          key={one.holdSeconds}
          rule={one}
          label={label(t('hold'), one)}
          onChange={(holdSeconds) => change(one.rule, { holdSeconds })}
        />
      ),
    },
    ...(isSetUp('webhook') ? [channel('webhook')] : []),
    ...(isSetUp('smtp') ? [channel('email')] : []),
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: ({ rule }) => <SilenceMenu rule={rule} object={null} name={nameOf(rule)} />,
    },
  ]
}

/** Says which channels are not set up, and leads to where they are. */
function ChannelNote({ missing }: { missing: readonly Channel[] }) {
  const t = useText(alertText)
  const language = useSystem((system) => system.lang)
  if (missing.length === 0) return null
  const channels = listWords(
    missing.map((channel) => t(channel === 'smtp' ? 'email' : 'webhook')),
    language,
  )
  return (
    <div className={styles['channels']}>
      <Status tone="warning">{t('notSetUp', { channels })}</Status>
      <LinkButton to="/settings/services">{t('setUp')}</LinkButton>
    </div>
  )
}

interface FieldProps {
  rule: AlertRule
  label: string
  /** Called when the field loses the focus with another value. */
  onChange: (value: number) => void
}

const unitKeys = { share: 'share', celsius: 'celsius', minutes: 'minuteUnit', days: 'dayUnit' } as const

/** Shares are typed in percent. A rule of what happens once has no threshold: its cell is empty. */
function ThresholdField({ rule, label, onChange }: FieldProps) {
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
      onChange={(value) => onChange(value / factor)}
    />
  )
}

/** Empty where the threshold is a time itself. */
function HoldField({ rule, label, onChange }: FieldProps) {
  const t = useText(alertText)
  if (rule.holdSeconds === null) return null
  return (
    <FigureField
      label={label}
      value={rule.holdSeconds}
      min={0}
      max={86_400}
      unit={t('secondUnit')}
      onChange={onChange}
    />
  )
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
  // A number that Enter took is not taken again when the field loses the focus: by then it may have been changed elsewhere.
  const isTaken = useRef(true)
  const take = () => {
    if (isTaken.current) return
    isTaken.current = true
    const next = Math.min(max, Math.max(min, Math.round(typed)))
    if (next !== value) onChange(next)
  }
  return (
    <span className={styles['number']}>
      <NumberInput
        integer
        filled
        min={min}
        max={max}
        value={typed}
        onChange={(next) => {
          if (next === null) return
          isTaken.current = false
          setTyped(next)
        }}
        onBlur={take}
        onPressEnter={take}
        aria-label={label}
      />
      {unit !== undefined && <span className={styles['unit']}>{unit}</span>}
    </span>
  )
}
