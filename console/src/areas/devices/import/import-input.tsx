import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { type ImportFormat, importFormats } from '@vermilion/contract/devices/imports'
import Button from 'antd/es/button'
import TextArea from 'antd/es/input/TextArea'
import Segmented from 'antd/es/segmented'
import { type ChangeEvent, type DragEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { examples } from './examples.ts'
import { FormatGuide } from './format-guide.tsx'
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
