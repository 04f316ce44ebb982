import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import Button from 'antd/es/button'
import { type DragEvent, useRef } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { text } from './text.ts'
import styles from './transfer.module.css'
import type { SendingFile } from './use-import-begin.ts'

interface ImportFileProps {
  sending: SendingFile | null
  busy: boolean
  onFile: (file: File) => void
  onStop: () => void
}

export function ImportFile({ sending, busy, onFile, onStop }: ImportFileProps) {
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
