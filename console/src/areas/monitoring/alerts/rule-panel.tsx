import { alertRuleOffer, type AlertRule, type AlertRuleChange } from '@vermilion/contract/monitoring/alert-rules'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Checkbox from 'antd/es/checkbox'
import Switch from 'antd/es/switch'
import { formatList } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type Channel, useMissingChannels } from './use-missing-channels.ts'
import { tones, useRuleNames } from './rule-format.ts'
import styles from './alerts.module.css'
import { Section } from '../section.tsx'
import { HoldField, ThresholdField } from './rule-fields.tsx'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { SilenceMenu } from './silence-menu.tsx'
import { alertText } from './text.ts'

export function RulePanel() {
  const t = useText(alertText)
  const { data, error, refetch } = useQuery(read(alertEndpoints.listAlertRules, {}))
  const changes = useRuleChanges()
  const missing = useMissingChannels()
  const columns = useColumns(changes, (channel) => missing?.includes(channel) === false)
  const note = (
    <>
      <span>{t('ruleWords')}</span>
      <ChannelNote missing={missing} />
    </>
  )
  return (
    <Section title={t('rules')} note={note} extra={data !== undefined && <RuleSaveState state={changes.state} />}>
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
function useColumns({ change, setTyped }: RuleChanges, isSetUp: (channel: Channel) => boolean): Column<AlertRule>[] {
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
          onChange={({ target }) => void change(one.rule, { [key]: target.checked })}
          aria-label={label(t(key), one)}
        />
      </span>
    ),
  })
  return [
    {
      key: 'name',
      title: t('rule'),
      width: '59%',
      cell: (one) => (
        <span className={`${styles['rule']} grid gap-0-12 align-center`}>
          <Switch
            size="small"
            checked={one.enabled}
            onChange={(enabled) => void change(one.rule, { enabled })}
            aria-label={label(t('on'), one)}
          />
          <strong className="weight-500 white-space-normal">{nameOf(one.rule)}</strong>
          <span className={`${styles['hint']} note block white-space-normal column-2`}>
            {localize(alertRuleOffer(one.rule).hint, language)}
          </span>
        </span>
      ),
    },
    {
      key: 'severity',
      title: t('severity'),
      width: '11%',
      card: 'line',
      cell: ({ rule }) => {
        const { severity } = alertRuleOffer(rule)
        return <Status tone={tones[severity]}>{t(severity)}</Status>
      },
    },
    {
      key: 'threshold',
      title: t('threshold'),
      width: '14%',
      card: 'line',
      cell: (one) => (
        <ThresholdField
          key={one.threshold}
          rule={one}
          label={label(t('threshold'), one)}
          onTyped={setTyped}
          onChange={(threshold) => change(one.rule, { threshold })}
        />
      ),
    },
    {
      key: 'hold',
      title: t('hold'),
      width: '14%',
      card: 'line',
      cell: (one) => (
        <HoldField
          key={one.holdSeconds}
          rule={one}
          label={label(t('hold'), one)}
          onTyped={setTyped}
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

function ChannelNote({ missing }: { missing: readonly Channel[] | undefined }) {
  const t = useText(alertText)
  const language = useSystem((system) => system.lang)
  if (missing === undefined) return null
  if (missing.length === 0) return <Link to="/settings/services">{t('services')}</Link>
  const channels = formatList(
    missing.map((channel) => t(channel === 'smtp' ? 'emailWord' : 'webhookWord')),
    language,
  )
  return (
    <span className={`${styles['channels']} inline-flex wrap gap-0-8 align-baseline`}>
      <Status tone="warning">{t('notSetUp', { channels })}</Status>
      <Link to="/settings/services">{t('setUp')}</Link>
    </span>
  )
}

type Rule = AlertRule['rule']

interface State {
  /** A field has unsent text. */
  readonly isTyped: boolean
  readonly saving: number
  readonly failed: readonly Rule[]
}

function useRuleChanges() {
  const t = useText(alertText)
  const [state, setState] = useState<State>({ isTyped: false, saving: 0, failed: [] })
  const without = (rule: Rule, { failed }: State) => failed.filter((other) => other !== rule)
  const change = async (rule: Rule, body: AlertRuleChange): Promise<boolean> => {
    setState((now) => ({ ...now, saving: now.saving + 1, failed: without(rule, now) }))
    try {
      await call(alertEndpoints.changeAlertRule, { params: { rule }, body })
      await refresh('/alerts')
      setState((now) => ({ ...now, saving: now.saving - 1 }))
      return true
    } catch (problem) {
      setState((now) => ({ ...now, saving: now.saving - 1, failed: [...without(rule, now), rule] }))
      notify.error(`${t('ruleFailed')}: ${problemWords(problem)}`)
      return false
    }
  }
  return { state, change, setTyped: (isTyped: boolean) => setState((now) => ({ ...now, isTyped })) }
}

type RuleChanges = ReturnType<typeof useRuleChanges>

function RuleSaveState({ state: { isTyped, saving, failed } }: { state: State }) {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  return (
    <output className="note">
      {saving > 0 ? (
        <Status tone="active">{t('saving')}</Status>
      ) : failed.length > 0 ? (
        <Status tone="bad">{t('notSaved', { name: failed.map(nameOf).join(', ') })}</Status>
      ) : isTyped ? (
        <Status tone="neutral">{t('unsaved')}</Status>
      ) : (
        <Status tone="good">{t('saved')}</Status>
      )}
    </output>
  )
}
