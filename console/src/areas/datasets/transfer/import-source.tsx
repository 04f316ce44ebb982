import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
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
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { sendBytes } from '#lib/http/send-bytes.ts'
import { Ago } from '#ui/moment.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { formatKinds, formatOffers } from '@vermilion/contract/formats/offers'
import { ImportFromSpace } from './import-from-space.tsx'
import { ImportState } from './import-state.tsx'
import { text } from './text.ts'
import styles from './transfer.module.css'

type Format = NonNullable<ImportCreate['format']>
type From = 'upload' | 'folder' | 'file'

interface Sending {
  name: string
  size: number
  done: number
}

/** From where annotations come: a file of this computer, or a folder or file of a data space. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function ImportSource({ dataset, onBegun }: { dataset: Dataset; onBegun: (importId: string) => void }) {
  const t = useText(text)
  const [from, setFrom] = useState<From>('upload')
  const [format, setFormat] = useState<Format>('auto')
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const stopping = useRef(new AbortController())
  const params = { datasetId: dataset.id }

  const look = async (source: Source) => {
    const body = { source, format, dryRun: true }
    onBegun((await call(datasetImportEndpoints.createImport, { params, body })).id)
  }
  // Whoever closes the drawer gives up what is being sent: it could be seen nowhere.
  useEffect(() => () => stopping.current.abort(), [])

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
  const send = (file: File) =>
    attempt(async (signal) => {
      const { name, size } = file
      setSending({ name, size, done: 0 })
      const { id: uploadId } = await sendBytes(
        datasetImportEndpoints.uploadImportFile,
        { params, query: { name } },
        file,
        {
          signal,
          onProgress: (done) => setSending({ name, size, done }),
        },
      )
      signal.throwIfAborted()
      await look({ uploadId })
    })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined && !busy) void send(file)
  }
  return (
    <div className={styles['step']}>
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
      <div className={styles['field']}>
        <span aria-hidden>{t('format')}</span>
        <Select<Format>
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
        <div className={styles['drop']} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('chooseFile')}
            accept=".zip,.tar,.gz,.tgz,.json,.csv,.xml,.txt,.yaml"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file !== undefined) void send(file)
              target.value = ''
            }}
          />
          {sending === null ? (
            <>
              <InboxOutlined aria-hidden className={styles['box'] ?? ''} />
              <Button type="primary" loading={busy} onClick={() => input.current?.click()}>
                {t('chooseFile')}
              </Button>
              <p>{t('dropHere')}</p>
            </>
          ) : (
            <>
              <strong>{sending.name}</strong>
              <ProgressBar done={sending.done} total={sending.size} label={t('sending')} />
              <p>
                {formatSize(sending.done)} / {formatSize(sending.size)}
              </p>
              <Button onClick={() => stopping.current.abort()}>{t('stop')}</Button>
            </>
          )}
        </div>
      ) : (
        <ImportFromSpace
          what={from}
          proposed={dataset.spaceId}
          busy={busy}
          onLook={(source) => void attempt(() => look(source))}
        />
      )}
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <Earlier dataset={dataset} onOpen={onBegun} />
    </div>
  )
}

/** Imports of before, also those that go on while nobody looks. */
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
      <h3 className={styles['subtitle']}>{t('earlier')}</h3>
      <ul className={styles['earlier']}>
        {imports.slice(0, 10).map(({ id, name, status, createdAt }) => (
          <li key={id}>
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
