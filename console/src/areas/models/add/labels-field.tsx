import { readLabelsFile } from '@vermilion/contract/models/label-names'
import Button from 'antd/es/button'
import TextArea from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import styles from './add.module.css'
import { addText } from './text.ts'

interface LabelsFieldProps {
  id?: string
  value?: string
  onChange?: (labels: string) => void
}

/** The maximum size of a label list in bytes. */
const largestList = 4 * 1024 ** 2

export const isLabelsFile = (name: string): boolean => /\.(?:txt|json|ya?ml|names|labels)$/i.test(name)

export async function labelsOfFile(file: File): Promise<string | undefined> {
  if (file.size > largestList) return undefined
  return readLabelsFile(await file.text())?.join('\n')
}

export function LabelsField({ id, value = '', onChange }: LabelsFieldProps) {
  const t = useText(addText)
  const input = useRef<HTMLInputElement>(null)
  const readFile = async (file: File | undefined) => {
    const labels = file && (await labelsOfFile(file))
    if (labels !== undefined) onChange?.(labels)
    else if (file !== undefined) notify.error(t('labelsUnread', { name: file.name }))
  }
  return (
    <>
      <TextArea
        {...(id !== undefined && { id })}
        value={value}
        autoSize={{ minRows: 3, maxRows: 10 }}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <input
        ref={input}
        type="file"
        accept=".txt,.json,.yaml,.yml,.names,.labels"
        style={{ display: 'none' }}
        aria-label={t('labelsFile')}
        onChange={({ target }) => {
          void readFile(target.files?.[0])
          target.value = ''
        }}
      />
      <Button type="link" size="small" className={styles['fromFile'] ?? ''} onClick={() => input.current?.click()}>
        {t('labelsFile')}
      </Button>
    </>
  )
}
