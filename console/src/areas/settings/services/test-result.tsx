import { say } from '@vermilion/contract/kernel/text'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { serviceFacts, type ServiceTest } from '@vermilion/contract/services'
import Button from 'antd/es/button'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Ago, useNow } from '#ui/moment.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { fieldText } from './field-text.ts'
import { serviceText } from './service-text.ts'
import styles from './services.module.css'
import type { ServiceTesting } from './use-service-test.ts'

export function TestResult({ test, when = false }: { test: ServiceTest; when?: boolean }) {
  const t = useText(serviceText)
  const name = useText(fieldText)
  const language = useSystem((system) => system.lang)
  const duration = lasting(test.milliseconds, language)
  const { failure, values, facts } = test
  return (
    <div className={styles['result']} data-works={test.works}>
      <div className={`${styles['outcome']} wrapping-row gap-2-12`}>
        <Status tone={test.works ? 'good' : 'bad'}>{t(test.works ? 'works' : 'doesNotWork')}</Status>
        <span>{t(test.works ? 'answeredIn' : 'after', { duration })}</span>
        {when && <Ago time={test.at} />}
      </div>
      {failure !== null && (
        <p className="margin-top-4 break-anywhere">{say(serviceFailures[failure], language, values)}</p>
      )}
      {test.works && (
        <dl className="grid">
          {serviceFacts.map((fact) => {
            const message = facts[fact]
            if (message === undefined) return null
            const label = fact === 'bucket' ? 'bucketDone' : fact
            return (
              <div
                className="grid gap-12 font-13"
                style={{ gridTemplateColumns: 'minmax(96px, 150px) minmax(0, 1fr)' }}
                key={fact}
              >
                <dt className="text-tertiary">{name(label)}</dt>
                <dd className="break-anywhere">{message}</dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}

function lasting(milliseconds: number, language: Parameters<typeof formatNumber>[1]): string {
  if (milliseconds < 1_000) return `${formatNumber(milliseconds, language)} ms`
  return `${formatNumber(milliseconds / 1_000, language, 1)} s`
}

export function RunningTest({ testing }: { testing: ServiceTesting }) {
  const t = useText(serviceText)
  const { since, cancel } = testing
  const now = useNow(since !== null)
  if (since === null) return null
  return (
    <div className={`${styles['outcome']} wrapping-row gap-2-12`}>
      <Status tone="active">{t('testing', { seconds: Math.max(0, Math.floor((now - since) / 1_000)) })}</Status>
      <Button size="small" onClick={cancel}>
        {t('cancelTest')}
      </Button>
    </div>
  )
}
