import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import Button from 'antd/es/button'
import { useRef } from 'react'
import { DropZone } from '#areas/files'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import styles from './artifacts.module.css'
import { artifactText } from './text.ts'

const fileKinds = [
  ['rauc', '.raucb'],
  ['swupdate', '.swu'],
  ['deb', '.deb'],
  ['script', '.tar.gz'],
] as const

interface FileInputProps {
  id?: string
  value?: File
  onChange?: (file: File | undefined) => void
}

export function FileInput({ id, value, onChange }: FileInputProps) {
  const t = useText(artifactText)
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropZone text={t('drop')} takes onDrop={({ files }) => files[0] !== undefined && onChange?.(files[0])}>
      <div
        className={`${styles['drop']} grid gap-10 justify-items-center border-dashed radius-10 text-secondary text-center`}
      >
        {/* antd shows one that is only hidden. */}
        <input
          ref={input}
          type="file"
          style={{ display: 'none' }}
          onChange={({ target }) => onChange?.(target.files?.[0])}
        />
        <InboxOutlined aria-hidden />
        {value === undefined ? (
          <p>{t('dropWords')}</p>
        ) : (
          <output className="break-anywhere">
            <strong className="text-ink">{value.name}</strong> {formatSize(value.size)}
          </output>
        )}
        <Button data-begin {...(id !== undefined && { id })} onClick={() => input.current?.click()}>
          {t(value === undefined ? 'chooseFile' : 'chooseOther')}
        </Button>
        {value === undefined && (
          <ul className="grid margin-top-4 font-13 text-left">
            {fileKinds.map(([kind, ending]) => (
              <li key={kind}>
                <code>{ending}</code> {t(kind)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </DropZone>
  )
}
