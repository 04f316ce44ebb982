import {
  deviceImportEndpoints,
  type ImportFormat,
  type ImportPreview as Preview,
  type ImportPreviewRow,
  importProblems,
  type ImportProblem,
} from '@vermilion/contract/devices/imports'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { useRowSelection } from '#ui/table/row-selection.ts'
import { credentialsOf } from '../form/form-values.ts'
import styles from './import.module.css'
import { deviceEndpoints, type Device } from '@vermilion/contract/devices'
import type { DeviceCredentials } from '@vermilion/contract/devices/access'
import { formatOf, ImportInput } from './import-input.tsx'
import { type CredentialsForm, ImportChoice } from './import-choice.tsx'
import { say } from '@vermilion/contract/kernel/text'
import { useSystem } from '#lib/system.ts'
import { KeyList } from '../keys/key-list.tsx'
import { isFit, rowKey } from './import-rows.ts'
import { importText } from './text.ts'

interface Problem {
  title: string
  text: string
}

// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(importText)
  useFocusBack()
  const [text, setText] = useState('')
  const [format, setFormat] = useState<ImportFormat>('csv')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<CredentialsForm>(null)
  const selection = useRowSelection('import', rowKey)
  const chosenRows = [...selection.rows.values()]

  const run = async (failure: string, work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (caught) {
      setProblem({ title: failure, text: problemWords(caught) })
    } finally {
      setBusy(false)
    }
  }
  const inspect = () =>
    run(t('previewFailed'), async () => {
      const result = await call(deviceImportEndpoints.previewDeviceImport, { body: { format, text } })
      selection.clear()
      selection.add(result.rows.filter(isFit))
      setPreview(result)
    })
  const add = async () => {
    const typed = await form.current?.validateFields().catch(() => undefined)
    if (typed === undefined) return
    await run(t('addFailed'), async () => {
      setOutcome(await importDevices(chosenRows, credentialsOf(typed) ?? { method: 'server-key' }))
      void refresh('/devices')
    })
  }
  const close = () => {
    if (outcome !== null || text.trim() === '') return onClose()
    confirm({
      title: t('discard'),
      body: t('discardWords'),
      action: t('discardAction'),
      danger: true,
      run: onClose,
    })
  }
  return (
    <Drawer
      open
      title={t('title')}
      size={860}
      onClose={close}
      mask={{ closable: true }}
      footer={
        <div className="flex gap-8 justify-end">
          {outcome !== null && (
            <Button type="primary" onClick={onClose}>
              {t('done')}
            </Button>
          )}
          {outcome === null && preview === null && (
            <>
              <Button onClick={close}>{t('cancel')}</Button>
              <Button type="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void inspect()}>
                {t('preview')}
              </Button>
            </>
          )}
          {outcome === null && preview !== null && (
            <>
              <Button onClick={() => setPreview(null)}>{t('back')}</Button>
              <Button type="primary" loading={busy} disabled={chosenRows.length === 0} onClick={() => void add()}>
                {t('add', { count: chosenRows.length })}
              </Button>
            </>
          )}
        </div>
      }
    >
      {outcome === null && preview === null && (
        <ImportInput
          text={text}
          format={format}
          onFormat={setFormat}
          onText={(next) => {
            setText(next)
            setFormat(formatOf(next))
          }}
        />
      )}
      {outcome === null && preview !== null && (
        <ImportChoice preview={preview} selection={selection} onForm={(instance) => (form.current = instance)} />
      )}
      {outcome !== null && <ImportOutcome outcome={outcome} />}
      {problem !== null && (
        <div role="alert" className={`${styles['problem']} margin-top-16 border-error radius-8`}>
          <strong>{problem.title}</strong>
          <p>{problem.text}</p>
        </div>
      )}
    </Drawer>
  )
}

async function importDevices(rows: readonly ImportPreviewRow[], credentials: DeviceCredentials): Promise<Outcome> {
  const body = { rows: rows.map(({ device }) => ({ ...device, port: device.port ?? 22, credentials })) }
  const { rows: results } = await call(deviceImportEndpoints.importDevices, { body })
  const ids = results.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId]))
  const added = await Promise.all(ids.map((deviceId) => call(deviceEndpoints.getDevice, { params: { deviceId } })))
  const failed = results.flatMap(({ deviceId, problem, detail }, index) =>
    deviceId === null ? [{ name: rows[index]?.device.name ?? '', problem, detail }] : [],
  )
  return { added, failed }
}

interface Outcome {
  added: readonly Device[]
  failed: readonly { name: string; problem: ImportProblem | null; detail: string }[]
}

function ImportOutcome({ outcome: { added, failed } }: { outcome: Outcome }) {
  const t = useText(importText)
  const language = useSystem((system) => system.lang)
  return (
    <div className="stack gap-14">
      <h3 className="heading margin-bottom-6 text-ink" aria-live="polite">
        {t('added', { count: added.length })}
      </h3>
      {failed.length > 0 && (
        <section className="note radius-8 ground-quaternary" style={{ padding: '12px 16px' }}>
          <h3 className="heading margin-bottom-6 text-ink">{t('notAdded', { count: failed.length })}</h3>
          <ul>
            {failed.map(({ name, problem, detail }) => (
              <li key={name}>
                {name} · {problem === null ? detail : say(importProblems[problem], language, { detail })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {added.length > 0 && (
        <>
          <p className="text-secondary">{t('keysWords')}</p>
          <KeyList devices={added} />
        </>
      )}
    </div>
  )
}
