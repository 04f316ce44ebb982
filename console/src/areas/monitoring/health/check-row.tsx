import type { HealthResult, HealthState } from '@vermilion/contract/monitoring/health'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import Button from 'antd/es/button'
import { formatDuration } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Status, Tag, type Tone } from '#ui/feedback/status.tsx'
import { CopyIcon } from '#ui/clipboard/copy-icon.tsx'
import { CodeWords } from '#ui/code-words.tsx'
import { Time } from '#ui/moment.tsx'
import styles from './health.module.css'
import { serviceEndpoints } from '@vermilion/contract/services'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { healthText } from './text.ts'
import type { HealthActions } from './use-health.ts'

const tones: Readonly<Record<HealthState, Tone>> = {
  problem: 'bad',
  unknown: 'warning',
  'not-set-up': 'neutral',
  'not-run': 'neutral',
  ok: 'good',
}

function Command({ command }: { command: string }) {
  const t = useText(healthText)
  return (
    <span className="inline-row gap-4">
      <code className="font-12" translate="no">
        {command}
      </code>
      <CopyIcon content={command} label={t('command')} />
    </span>
  )
}

const renderCommand = (command: string) => <Command command={command} />

export function CheckRow({ result, actions }: { result: HealthResult; actions: HealthActions }) {
  const t = useText(healthText)
  const language = useSystem((system) => system.lang)
  const { id, state, findings, findingCount } = result
  const offer = healthCheckOffer(id)
  const check = localize(offer.title, language)
  // The accessible name contains the button's text.
  const run = t(state === 'not-run' ? 'runFirst' : 'runOne')
  return (
    <li className={`${styles['check']} grid columns-1-auto gap-4-16 padding-12-0 border-top`}>
      <div className="wrapping-row gap-4-10">
        <Status tone={tones[state]}>{t(state)}</Status>
        <h3 className="heading">{check}</h3>
        {offer.cost === 'heavy' && <Tag>{t('heavy')}</Tag>}
      </div>
      <div className={`${styles['buttons']} wrapping-row gap-8 justify-end`}>
        {state === 'problem' && offer.repair !== null && (
          <Button
            size="small"
            type="primary"
            disabled={actions.isBusy}
            onClick={() => actions.repair(result)}
            aria-label={t('repairNamed', { check })}
          >
            {t('repair')}
          </Button>
        )}
        {id === 'services' && (state === 'unknown' || state === 'problem') && <ServiceTests actions={actions} />}
        <Button
          size="small"
          disabled={actions.isBusy}
          onClick={() => actions.run(id)}
          aria-label={t('runNamed', { run, check })}
        >
          {run}
        </Button>
      </div>
      <p className="note all-columns break-anywhere">
        <CodeWords text={localize(offer.hint, language)} />
      </p>
      {findings.length > 0 && (
        <ul
          className={`${styles['findings']} all-columns grid gap-2 padding-8-12 radius-6 ground-quaternary font-13 break-anywhere`}
          data-state={state}
        >
          {findings.map((message) => (
            <li key={message.en}>
              <CodeWords text={localize(message, language)} renderCommand={renderCommand} />
            </li>
          ))}
          {findingCount > findings.length && <li>{t('more', { count: findingCount - findings.length })}</li>}
        </ul>
      )}
      {state === 'problem' && (
        <p className={`${styles['advice']} note all-columns break-anywhere`}>
          <b style={{ marginRight: 4 }}>{t('advice')}</b>{' '}
          <CodeWords text={localize(offer.advice, language)} renderCommand={renderCommand} />
        </p>
      )}
      <LastRun result={result} />
    </li>
  )
}

function LastRun({ result: { checkedAt, took, repairedAt, repairedBy } }: { result: HealthResult }) {
  const t = useText(healthText)
  if (checkedAt === null || took === null) return null
  const time = took < 1_000 ? t('milliseconds', { count: took }) : formatDuration(took)
  return (
    <p className={`${styles['meta']} note flex wrap gap-2-14 tabular all-columns break-anywhere`}>
      <span>
        {t('checked')} <Time time={checkedAt} />
      </span>
      <span>{t('took', { time })}</span>
      {repairedAt !== null && (
        <span>
          {t('repaired', { person: repairedBy ?? '' })} <Time time={repairedAt} />
        </span>
      )}
    </p>
  )
}

function ServiceTests({ actions }: { actions: HealthActions }) {
  const t = useText(healthText)
  const [isTesting, setIsTesting] = useState(false)
  const test = async () => {
    setIsTesting(true)
    try {
      const services = await call(serviceEndpoints.listServices, {})
      const open = services.filter(({ used, lastTest }) => used && lastTest?.works !== true)
      await Promise.all(open.map(({ id }) => call(serviceEndpoints.testService, { params: { serviceId: id } })))
      await refresh('/services')
      actions.run('services')
    } catch (error) {
      notify.error(`${t('testFailed')}: ${problemWords(error)}`)
    } finally {
      setIsTesting(false)
    }
  }
  return (
    <>
      <Link to="/settings/services">{t('toServices')}</Link>
      <Button size="small" loading={isTesting} disabled={actions.isBusy} onClick={() => void test()}>
        {t('testServices')}
      </Button>
    </>
  )
}
