import {
  datasetImportEndpoints,
  type ImportCreate,
  type ImportSource as Source,
} from '@vermilion/contract/datasets/imports'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { sendBytes } from '#lib/http/send-bytes.ts'
import { problemWords } from '#ui/feedback/problem.ts'

export type ImportFormat = NonNullable<ImportCreate['format']>

/** An upload in progress; sizes are in bytes. */
export interface SendingFile {
  name: string
  size: number
  done: number
}

interface ImportBeginNeeds {
  datasetId: string
  format: ImportFormat
  onBegun: (importId: string) => void
}

export function useImportBegin({ datasetId, format, onBegun }: ImportBeginNeeds) {
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
