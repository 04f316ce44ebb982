import {
  areaKeys,
  type AreaKey,
  type ServerSettings as Values,
  settingDefaults,
  settingsEndpoints,
  type SettingName,
  type ShownSettings,
} from '@vermilion/contract/settings'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Switch from 'antd/es/switch'
import { type ReactNode, useId, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { queryClient, read } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { Panel } from '#ui/page/page.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { serverText } from './server-text.ts'
import choice from './choice.module.css'
import styles from './server-settings.module.css'

type Changes = { [Name in SettingName]?: Values[Name] | null }

const settingsQuery = read(settingsEndpoints.getSettings, {})

export function ServerSettings() {
  const t = useText(serverText)
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data === undefined && error !== null) return <ProblemState problem={error} onRetry={() => void refetch()} />
  return (
    <div className="margin-top-20">
      <Panel title={t('title')}>
        <p className={`${styles['words']} text-secondary`}>{t('words')}</p>
        {data === undefined ? <Bone height={220} /> : <Settings settings={data} />}
      </Panel>
    </div>
  )
}

let previousSave: Promise<void> = Promise.resolve()
let waiting = 0

/** Applies a change optimistically, and reverts it when the server refuses. Changes are sent one after the other. */
function change(changes: Changes): Promise<void> {
  void queryClient.cancelQueries({ queryKey: settingsQuery.queryKey })
  queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && changed(settings, changes))
  waiting += 1
  previousSave = previousSave.then(() => send(changes))
  return previousSave
}

async function send(changes: Changes): Promise<void> {
  try {
    const after = await call(settingsEndpoints.changeSettings, { body: changes })
    waiting -= 1
    // Later changes are already in the cache while more requests are pending.
    if (waiting === 0) queryClient.setQueryData(settingsQuery.queryKey, after)
  } catch (error) {
    waiting -= 1
    notify.error(problemWords(error))
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }
}

function changed(settings: ShownSettings, changes: Changes): ShownSettings {
  const fresh = Object.entries(changes).map(([name, value]) => {
    const setting = settings[name as SettingName]
    if (value === null) return [name, { ...setting, value: settingDefaults[name as SettingName], source: 'default' }]
    return [name, { ...setting, value, source: 'database' }]
  })
  return { ...settings, ...(Object.fromEntries(fresh) as Partial<ShownSettings>) }
}

function Settings({ settings }: { settings: ShownSettings }) {
  const t = useText(serverText)
  return (
    <>
      <Setting name="disabledAreas" settings={settings} text={t('areasWords')}>
        {(labeled) => <Areas {...labeled} setting={settings.disabledAreas} />}
      </Setting>
      <Setting name="sessionIdleDays" settings={settings} text={t('sessionIdleDaysWords')}>
        {(labeled) => <Days {...labeled} name="sessionIdleDays" settings={settings} />}
      </Setting>
      <Setting name="sessionDays" settings={settings} text={t('sessionDaysWords')}>
        {(labeled) => <Days {...labeled} name="sessionDays" settings={settings} />}
      </Setting>
    </>
  )
}

interface SettingProps {
  name: Exclude<SettingName, 'modelHub'>
  settings: ShownSettings
  text: string
  children: (labeled: { labelId: string }) => ReactNode
}

function Setting({ name, settings, text: message, children }: SettingProps) {
  const t = useText(serverText)
  const labelId = useId()
  const { source, variable } = settings[name]
  return (
    <div className={`${choice['setting']} grid columns-1-auto align-start narrow-columns-1`}>
      <div>
        <h3 className="font-14 weight-500" id={labelId}>
          {t(name)} {source === 'environment' && <Tag>{t('fromEnvironment')}</Tag>}
        </h3>
        <p className="faint">{message}</p>
        {source === 'environment' && (
          <p className="faint">
            {t('fromEnvironmentWords')}{' '}
            <code className="radius-6 ground-quaternary font-12 break-anywhere" style={{ padding: '1px 6px' }}>
              {variable}
            </code>
          </p>
        )}
      </div>
      <div className="min-width-0">
        {children({ labelId })}
        {source === 'database' && (
          <Button size="small" onClick={() => void change({ [name]: null })} style={{ marginTop: 8 }}>
            {t('toDefault')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Areas({ labelId, setting }: { labelId: string; setting: ShownSettings['disabledAreas'] }) {
  const t = useText(serverText)
  const { value: disabled, source } = setting
  const toggle = (area: AreaKey, open: boolean) => {
    const others = disabled.filter((one) => one !== area)
    void change({ disabledAreas: open ? others : [...others, area] })
  }
  return (
    <ul className="grid gap-6" aria-labelledby={labelId}>
      {areaKeys.map((area) => (
        <li key={area}>
          <label className="row gap-10 fit-width cursor-pointer">
            <Switch
              size="small"
              checked={!disabled.includes(area)}
              disabled={source === 'environment'}
              onChange={(open) => toggle(area, open)}
            />
            {t(area)}
          </label>
        </li>
      ))}
    </ul>
  )
}

interface DaysProps {
  labelId: string
  name: 'sessionIdleDays' | 'sessionDays'
  settings: ShownSettings
}

function Days({ labelId, name, settings }: DaysProps) {
  const t = useText(serverText)
  const { value, source } = settings[name]
  const [draft, setDraft] = useState<{ days: number | null } | null>(null)
  const save = () => {
    setDraft(null)
    if (draft === null || draft.days === null) return
    const days = Math.min(365, Math.max(1, Math.round(draft.days)))
    if (days !== value) void change({ [name]: days })
  }
  return (
    <NumberInput
      aria-labelledby={labelId}
      value={draft === null ? value : draft.days}
      min={1}
      max={365}
      integer
      style={{ width: 130 }}
      suffix={t('days')}
      placeholder={String(settingDefaults[name])}
      disabled={source === 'environment'}
      onChange={(days) => setDraft({ days })}
      onBlur={save}
      onPressEnter={save}
    />
  )
}
