import { datasetExportEndpoints, type DatasetExport } from '@vermilion/contract/datasets/exports'
import { say } from '@vermilion/contract/kernel/text'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useStorages } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { Field } from './export-fields.tsx'
import { text } from './text.ts'

type Sent = NonNullable<DatasetExport['sent']>

const tones: Record<Sent['status'], Tone> = { sending: 'active', sent: 'good', failed: 'bad', stopped: 'neutral' }

export function SentExport({ sent: { storage, address, status, progress, reason } }: { sent: Sent }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const label = t(`sent-${status}`, { storage })
  const why = status === 'sending' ? 'sendingWaits' : 'sendingFailed'
  return (
    <div className="stack gap-4 full-width">
      <div className="wrapping-row gap-4-12">
        <Status tone={tones[status]}>{label}</Status>
        <code className="break-anywhere">{address}</code>
      </div>
      {status === 'sending' && <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? 0} label={label} />}
      {reason !== null && <p>{t(why, { problem: say(reason, language) })}</p>}
    </div>
  )
}

export function SendExport({ exportId, onSent }: { exportId: string; onSent: () => void }) {
  const t = useText(text)
  const query = useStorages()
  const storages = query.data
  const [typed, setTyped] = useState({ storageId: '', bucket: '', prefix: '' })
  const [overwrite, setOverwrite] = useState(false)
  const storage = storages?.find(({ id }) => id === typed.storageId) ?? storages?.[0]
  const [isBusy, send] = useAction(async (storageId: string) => {
    const { prefix, bucket } = typed
    const body = { storageId, prefix, overwrite, ...(bucket === '' ? {} : { bucket }) }
    await call(datasetExportEndpoints.sendExport, { params: { exportId }, body })
    await refresh('/datasets/:datasetId/exports')
    onSent()
  })
  if (storages === undefined) return <QueryState query={query} height={160} />
  if (storage === undefined) return <Link to="/settings/services">{t('addStorage')}</Link>
  return (
    <section className="stack gap-12 full-width" aria-label={t('sendToStorage')}>
      <Field label={t('storage')}>
        <Select<string>
          aria-label={t('storage')}
          value={storage.id}
          onChange={(storageId) => setTyped({ ...typed, storageId })}
          options={storages.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {(['bucket', 'prefix'] as const).map((name) => (
        <Field label={t(name)} key={name}>
          <Input
            aria-label={t(name)}
            value={typed[name]}
            placeholder={name === 'bucket' ? String(storage.settings['bucket']) : ''}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value.trim() })}
          />
        </Field>
      ))}
      <Checkbox checked={overwrite} onChange={({ target }) => setOverwrite(target.checked)}>
        {t('overwrite')}
      </Checkbox>
      <Button style={{ alignSelf: 'flex-start' }} loading={isBusy} onClick={() => send(storage.id)}>
        {t('send')}
      </Button>
    </section>
  )
}
