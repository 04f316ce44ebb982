import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import Segmented from 'antd/es/segmented'
import Switch from 'antd/es/switch'
import { useEffect, useState } from 'react'
import { client } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { contentParams } from '../addresses.ts'
import { Chunks } from './row-chunks.tsx'
import type { Line } from './lines.ts'
import { NotPreviewed } from '../not-previewed.tsx'
import { Table } from './table.tsx'
import code from './text-viewer.module.css'
import { isTable, languageOf, type TextResponse } from './text-request.ts'
import { text } from '../text.ts'

/** Bytes of a file that are shown. */
const maxBytes = 1024 ** 2
const lineHeight = 20

/** An empty file has no range to request. */
const firstBytes = async (file: SpaceFile, signal: AbortSignal) =>
  file.size === 0
    ? new Uint8Array()
    : client.firstBytes(fileEndpoints.fileContent, contentParams(file), maxBytes, signal)

export function TextViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const table = isTable(file.mediaType)
  const [asTable, setAsTable] = useState(table)
  const [wraps, setWraps] = useState(false)
  const start = useQuery({
    queryKey: ['text', file.id, file.checksum, file.updatedAt],
    queryFn: async ({ signal }) => firstBytes(file, signal),
    gcTime: 0,
  })
  const content = useLines(start.data, languageOf(file.mediaType), table)
  if (start.error !== null) return <ProblemState problem={start.error} onRetry={() => void start.refetch()} />
  if (file.size === 0) return <NotPreviewed file={file} title={t('emptyFile')} />
  if (content === 'failed') return <NotPreviewed file={file} title={t('notRead')} />
  if (content === undefined) return <Bone height={300} />
  if (content.encoding === null) return <NotPreviewed file={file} title={t('noViewer')} text={t('binary')} />
  const { encoding, lines, rows = [] } = content
  return (
    <div className="stack full min-height-0">
      <div className="wrapping-row rigid gap-4-16 min-height-44 margin-0 padding-4-10 text-secondary">
        {file.size > maxBytes && (
          <strong className="text-ink weight-500">
            {t('firstOf', { shown: formatSize(maxBytes), size: formatSize(file.size) })}
          </strong>
        )}
        <span>{t('encoding', { encoding })}</span>
        {asTable && <span>{t('rows', { count: Math.max(0, rows.length - 1) })}</span>}
        <span className="inline-row gap-16 push-right">
          {!asTable && (
            <label className="inline-row gap-8">
              <Switch size="small" checked={wraps} onChange={setWraps} aria-label={t('wrap')} /> {t('wrap')}
            </label>
          )}
          {table && (
            <Segmented
              size="small"
              value={asTable ? 'table' : 'raw'}
              onChange={(form) => setAsTable(form === 'table')}
              options={[
                { value: 'table', label: t('table') },
                { value: 'raw', label: t('raw') },
              ]}
              aria-label={t('form')}
            />
          )}
        </span>
      </div>
      {asTable ? <Rows rows={rows} label={file.name} /> : <Lines lines={lines} wraps={wraps} label={file.name} />}
    </div>
  )
}

function useLines(bytes: Uint8Array<ArrayBuffer> | undefined, language: string | undefined, table: boolean) {
  const [response, setResponse] = useState<TextResponse | 'failed'>()
  useEffect(() => {
    if (bytes === undefined) return
    const worker = new Worker(new URL('./text.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<TextResponse>) => setResponse(data))
    // If only the highlighting has failed, the plain lines stay.
    worker.addEventListener('error', () => setResponse((previous) => previous ?? 'failed'))
    worker.postMessage({ bytes, language, table })
    return () => worker.terminate()
  }, [bytes, language, table])
  return response
}

function Lines({ lines, wraps, label }: { lines: readonly Line[]; wraps: boolean; label: string }) {
  const digits = String(lines.findLast(({ number }) => number !== null)?.number ?? 1).length
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and so the keyboard must reach it
    <section className={code['code']} data-wraps={wraps} tabIndex={0} aria-label={label}>
      <Chunks
        count={lines.length}
        rowHeight={lineHeight}
        render={(from, to) =>
          lines.slice(from, to).map(({ number, pieces }, index) => (
            <div key={from + index} className={`${code['line']} flex min-content-width`}>
              <span
                className={`${code['number']} rigid text-tertiary text-right no-select`}
                style={{ width: `${digits + 2}ch` }}
                data-number={number ?? ''}
              />
              <code className="white-space-pre font-inherit" style={{ paddingRight: 16 }}>
                {pieces.map(([style, message], piece) => (
                  <span key={piece} className={style === '' ? undefined : style}>
                    {message}
                  </span>
                ))}
              </code>
            </div>
          ))
        }
      />
    </section>
  )
}

function widthOf(rows: readonly string[][], column: number): number {
  const longest = Math.max(...rows.slice(0, 100).map((row) => row[column]?.length ?? 0))
  return Math.min(40, Math.max(6, longest + 3))
}

function Rows({ rows, label }: { rows: readonly string[][]; label: string }) {
  const [head = [], ...values] = rows
  const columns = Array.from({ length: Math.min(200, Math.max(...rows.slice(0, 100).map(({ length }) => length))) })
  return (
    <Table
      label={label}
      columns={`8ch ${columns.map((_, column) => `minmax(${widthOf(rows, column)}ch, 1fr)`).join(' ')}`}
      head={['', ...columns.map((_, column) => head[column] ?? '')]}
      count={values.length}
      row={(index) => [String(index + 1), ...columns.map((_, column) => values[index]?.[column] ?? '')]}
    />
  )
}
