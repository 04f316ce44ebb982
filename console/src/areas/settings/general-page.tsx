import Select from 'antd/es/select'
import { type ReactNode, useId } from 'react'
import { formatRelative, formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { pageSizes, startPages, timeFormats, timeZones, useSystem } from '#lib/system.ts'
import { useNow } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Choice } from './choice.tsx'
import styles from './choice.module.css'
import { ServerSettings } from './server-settings.tsx'
import { text } from './text.ts'

// Each language in its own name, for users who cannot read the other.
/* eslint-disable vermilion/attribute-text */
const languages = [
  { value: 'zh-CN', text: '简体中文', lang: 'zh-CN' },
  { value: 'en-US', text: 'English', lang: 'en-US' },
] as const
/* eslint-enable vermilion/attribute-text */

const nameOfStart = {
  '/welcome': 'welcome',
  '/space/list': 'spaces',
  '/data-set/list': 'datasets',
  '/compute/tasks': 'tasks',
  '/model/list': 'models',
} as const

/** `UTC+08:00`, the browser's present offset. */
function localZone(now: number): string {
  const minutes = -new Date(now).getTimezoneOffset()
  const two = (amount: number) => String(Math.trunc(amount)).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

export function GeneralPage() {
  const t = useText(text)
  const { lang, times, zone, start, pageSize, change } = useSystem()
  const now = useNow()
  const aWhileAgo = now - 5 * 60_000
  return (
    <>
      <Panel title={t('languageAndTime')}>
        <Choice
          title={t('language')}
          hint={t('languageHint')}
          value={lang}
          options={languages}
          onChange={(value) => change({ lang: value })}
        />
        <Choice
          title={t('times')}
          hint={t('timesHint')}
          value={times}
          options={timeFormats.map((value) => ({ value, text: t(value) }))}
          onChange={(value) => change({ times: value })}
          example={
            <time>{times === 'relative' ? formatRelative(aWhileAgo, lang, now) : formatTime(aWhileAgo, zone)}</time>
          }
        />
        <Choice
          title={t('zone')}
          hint={t('zoneHint')}
          value={zone}
          options={timeZones.map((value) => ({ value, text: t(value, { zone: localZone(now) }) }))}
          onChange={(value) => change({ zone: value })}
          example={formatTime(now, zone)}
        />
      </Panel>
      <Panel title={t('navigation')}>
        <Field title={t('start')} hint={t('startHint')}>
          {(id) => (
            <Select
              id={id}
              value={start}
              options={startPages.map((value) => ({ value, label: t(nameOfStart[value]) }))}
              onChange={(value) => change({ start: value })}
              style={{ width: 200 }}
            />
          )}
        </Field>
        <Choice
          title={t('pageSize')}
          hint={t('pageSizeHint')}
          value={pageSize}
          options={pageSizes.map((value) => ({ value, text: String(value) }))}
          onChange={(value) => change({ pageSize: value })}
        />
      </Panel>
      <p className="faint">{t('kept')}</p>
      <ServerSettings />
    </>
  )
}

function Field({ title, hint, children }: { title: string; hint: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={`${styles['setting']} grid columns-1-auto align-center narrow-columns-1`}>
      <div>
        <h3 className="font-14 weight-500">
          <label htmlFor={id}>{title}</label>
        </h3>
        <p className="faint">{hint}</p>
      </div>
      <div className="min-width-0">{children(id)}</div>
    </div>
  )
}
