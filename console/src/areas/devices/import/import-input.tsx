import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { type ImportFormat, importFormats, importColumns, type ImportColumn } from '@vermilion/contract/devices/imports'
import Button from 'antd/es/button'
import TextArea from 'antd/es/input/TextArea'
import Segmented from 'antd/es/segmented'
import { type ChangeEvent, type DragEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { guideText } from './guide-text.ts'
import styles from './import.module.css'
import { importText } from './text.ts'

/** The maximum number of characters. */
const largest = 1_000_000

/** Detects the format: an OpenSSH configuration has a line `Host`, `Match` or `Include`. */
export function formatOf(text: string): ImportFormat {
  return /^\s*(?:host|match|include)[\s=]/im.test(text) ? 'openssh' : 'csv'
}

interface ImportInputProps {
  text: string
  format: ImportFormat
  onText: (text: string) => void
  onFormat: (format: ImportFormat) => void
}

export function ImportInput({ text, format, onText, onFormat }: ImportInputProps) {
  const t = useText(importText)
  const file = useRef<HTMLInputElement>(null)
  const readFile = async (content: File | undefined) => {
    if (content === undefined) return
    if (content.size > largest) notify.error(t('fileTooLarge'))
    else onText(await content.text())
  }
  const drop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files
    if (dropped === undefined) return
    event.preventDefault()
    void readFile(dropped)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void readFile(target.files?.[0]).then(() => (target.value = ''))
  }
  return (
    <div className={`${styles['input']} stack gap-14`}>
      <div className="wrapping-row gap-8-16 justify-between">
        <Segmented<ImportFormat>
          value={format}
          onChange={onFormat}
          options={importFormats.map((value) => ({ value, label: t(value) }))}
          aria-label={t('format')}
        />
        <span className="inline-flex gap-8">
          {text.trim() === '' && (
            <Button type="text" onClick={() => onText(examples[format])}>
              {t('example')}
            </Button>
          )}
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => file.current?.click()}>
            {t('chooseFile')}
          </Button>
        </span>
        <input ref={file} type="file" tabIndex={-1} aria-hidden onChange={choose} />
      </div>
      <p className="text-secondary">{t('paste')}</p>
      <TextArea
        className={`${styles['text']} code-font font-13 line-height-1_6`}
        rows={12}
        value={text}
        maxLength={largest}
        spellCheck={false}
        aria-label={t('content')}
        placeholder={examples[format]}
        translate="no"
        onChange={({ target }) => onText(target.value)}
        onDrop={drop}
      />
      <FormatGuide format={format} />
    </div>
  )
}

/** Sample texts, with the documentation addresses of RFC 5737. */
const examples: Readonly<Record<ImportFormat, string>> = {
  csv: `name,host,port,user,kind,group,tags,jump,notes
gate-1,192.0.2.11,22,robot,board,line 3,camera;outdoor,,By the window
gate-2,192.0.2.12,22,robot,board,line 3,camera,gate-1,
trainer,192.0.2.40,22,ubuntu,cloud,,gpu,,`,
  openssh: `Host gate-1
  HostName 192.0.2.11
  User robot

Host gate-2
  HostName 192.0.2.12
  User robot
  ProxyJump gate-1`,
}

const needed: readonly ImportColumn[] = ['name', 'host', 'user']

const keywords = { name: 'Host', host: 'HostName', port: 'Port', user: 'User', jump: 'ProxyJump' } as const

type KeywordColumn = keyof typeof keywords

function FormatGuide({ format }: { format: ImportFormat }) {
  const t = useText(guideText)
  const rows: (readonly [word: string, column: ImportColumn])[] =
    format === 'csv'
      ? importColumns.map((column) => [column, column])
      : (Object.keys(keywords) as KeywordColumn[]).map((column) => [keywords[column], column])
  return (
    <section className="padding-14-16 radius-10 ground-quaternary font-13" aria-label={t(format)}>
      <h3 className="margin-bottom-10 font-13 weight-600">{t(format)}</h3>
      <dl
        className="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))', gap: '6px 24px' }}
      >
        {rows.map(([word, column]) => (
          <div className="grid gap-10" style={{ gridTemplateColumns: '84px minmax(0, 1fr)' }} key={word}>
            <dt>
              <code>{word}</code>
            </dt>
            <dd className="text-secondary">
              {t(column)} {format === 'csv' && needed.includes(column) && <Tag>{t('needed')}</Tag>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
