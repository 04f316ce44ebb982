import type { Dataset } from '@vermilion/contract/datasets'
import {
  datasetImportEndpoints,
  type ImportCreate,
  type ImportSource as Source,
} from '@vermilion/contract/datasets/imports'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { useState, type DragEvent, useRef, useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Ago } from '#ui/moment.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { formatKinds, formatOffers } from '@vermilion/contract/formats/offers'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { formatSize } from '#lib/format.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { ImportFromSpace } from './import-from-space.tsx'
import { ImportState } from './import-state.tsx'
import { text } from './text.ts'
import styles from './transfer.module.css'
import { call } from '#lib/api.ts'
import { sendBytes } from '#lib/http/send-bytes.ts'
import { problemWords } from '#ui/feedback/problem.ts'

type From = 'upload' | 'folder' | 'file'

export function ImportSource({ dataset, onBegun }: { dataset: Dataset; onBegun: (importId: string) => void }) {
  const t = useText(text)
  const [from, setFrom] = useState<From>('upload')
  const [format, setFormat] = useState<ImportFormat>('auto')
  const { sending, problem, busy, sendFile, inspect, stop } = useImportBegin({ datasetId: dataset.id, format, onBegun })
  return (
    <div className={`${styles['step']} stack gap-16`}>
      <p>{t('importWords')}</p>
      <Segmented<From>
        value={from}
        disabled={busy}
        onChange={setFrom}
        aria-label={t('from')}
        options={[
          { value: 'upload', label: t('fromUpload') },
          { value: 'folder', label: t('fromFolder') },
          { value: 'file', label: t('fromFile') },
        ]}
      />
      <div className={`${styles['field']} stack gap-4`}>
        <span aria-hidden>{t('format')}</span>
        <Select<ImportFormat>
          aria-label={t('format')}
          value={format}
          disabled={busy}
          onChange={setFormat}
          options={[
            { value: 'auto', label: t('formatAuto') },
            ...formatKinds.map((one) => ({ value: one, label: formatOffers[one].name })),
          ]}
        />
      </div>
      {from === 'upload' ? (
        <ImportFile sending={sending} busy={busy} onFile={sendFile} onStop={stop} />
      ) : (
        <ImportFromSpace what={from} proposed={dataset.spaceId} busy={busy} onInspect={inspect} />
      )}
      {problem !== null && (
        <p role="alert" className="text-error">
          {problem}
        </p>
      )}
      <Earlier dataset={dataset} onOpen={onBegun} />
    </div>
  )
}

function Earlier({ dataset, onOpen }: { dataset: Dataset; onOpen: (importId: string) => void }) {
  const t = useText(text)
  const importQuery = useQuery({
    ...read(datasetImportEndpoints.listImports, { params: { datasetId: dataset.id } }),
    staleTime: 0,
  })
  const { data: imports = [] } = importQuery
  if (importQuery.error !== null)
    return <PartialStrip problem={importQuery.error} onRetry={() => void importQuery.refetch()} />
  if (imports.length === 0) return null
  return (
    <section>
      <h3 className="heading margin-bottom-6">{t('earlier')}</h3>
      <ul className="stack gap-4">
        {imports.slice(0, 10).map(({ id, name, status, createdAt }) => (
          <li className="wrapping-row gap-4-12" key={id}>
            <Button type="link" size="small" onClick={() => onOpen(id)}>
              {name}
            </Button>
            <ImportState status={status} />
            <Ago time={createdAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ImportFileProps {
  sending: SendingFile | null
  busy: boolean
  onFile: (file: File) => void
  onStop: () => void
}

function ImportFile({ sending, busy, onFile, onStop }: ImportFileProps) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined && !busy) onFile(file)
  }
  return (
    <div
      className={`${styles['drop']} row column gap-10 border-dashed radius-10 text-center`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseFile')}
        accept=".zip,.tar,.gz,.tgz,.json,.csv,.xml,.txt,.yaml"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onFile(file)
          target.value = ''
        }}
      />
      {sending === null ? (
        <>
          <InboxOutlined aria-hidden className="text-quaternary font-32" />
          <Button type="primary" loading={busy} onClick={() => input.current?.click()}>
            {t('chooseFile')}
          </Button>
          <p className="note">{t('dropHere')}</p>
        </>
      ) : (
        <>
          <strong>{sending.name}</strong>
          <ProgressBar done={sending.done} total={sending.size} label={t('sending')} />
          <p className="note">
            {formatSize(sending.done)} / {formatSize(sending.size)}
          </p>
          <Button onClick={onStop}>{t('stop')}</Button>
        </>
      )}
    </div>
  )
}

type ImportFormat = NonNullable<ImportCreate['format']>

/** An upload in progress; sizes are in bytes. */
interface SendingFile {
  name: string
  size: number
  done: number
}

interface ImportBeginNeeds {
  datasetId: string
  format: ImportFormat
  onBegun: (importId: string) => void
}

function useImportBegin({ datasetId, format, onBegun }: ImportBeginNeeds) {
  const [sending, setSending] = useState<SendingFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const stopping = useRef(new AbortController())
  const params = { datasetId }
  // Closing the drawer aborts the upload, which would be invisible otherwise.
  useEffect(() => () => stopping.current.abort(), [])

  const inspect = async (source: Source) => {
    const body = { source, format, dryRun: true }
    onBegun((await call(datasetImportEndpoints.createImport, { params, body })).id)
  }
  const attempt = async (what: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = (stopping.current = new AbortController())
    setProblem(null)
    setBusy(true)
    try {
      await what(signal)
    } catch (caught) {
      if (!signal.aborted) setProblem(problemWords(caught))
    } finally {
      setBusy(false)
      setSending(null)
    }
  }
  const send = async (file: File, signal: AbortSignal) => {
    const { name, size } = file
    const onProgress = (done: number) => setSending({ name, size, done })
    onProgress(0)
    const request = { params, query: { name } }
    const options = { signal, onProgress }
    const { id: uploadId } = await sendBytes(datasetImportEndpoints.uploadImportFile, request, file, options)
    signal.throwIfAborted()
    await inspect({ uploadId })
  }
  return {
    sending,
    problem,
    busy,
    sendFile: (file: File) => void attempt((signal) => send(file, signal)),
    inspect: (source: Source) => void attempt(() => inspect(source)),
    stop: () => stopping.current.abort(),
  }
}
