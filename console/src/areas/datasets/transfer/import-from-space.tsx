import type { ImportSource } from '@vermilion/contract/datasets/imports'
import Button from 'antd/es/button'
import { useState } from 'react'
import { FileField, FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'

interface ImportFromSpaceProps {
  what: 'folder' | 'file'
  proposed: string | undefined
  busy: boolean
  onInspect: (source: ImportSource) => void
}

const readable = ['archive', 'text'] as const

export function ImportFromSpace({ what, proposed, busy, onInspect: onLook }: ImportFromSpaceProps) {
  const t = useText(text)
  const [spaceId, setSpaceId] = useState(proposed)
  const [folder, setFolder] = useState('')
  const [fileId, setFileId] = useState<string>()
  const source =
    spaceId === undefined
      ? null
      : what === 'folder'
        ? { spaceId, folder }
        : fileId === undefined
          ? null
          : { spaceId, fileId }
  return (
    <>
      <label className={`${styles['field']} stack gap-4`} htmlFor="import-space">
        <span>{t('space')}</span>
        <SpaceSelect
          id="import-space"
          {...(spaceId === undefined ? {} : { value: spaceId })}
          onChange={(next) => {
            setSpaceId(next)
            setFolder('')
            setFileId(undefined)
          }}
        />
      </label>
      {what === 'folder' ? (
        <label className={`${styles['field']} stack gap-4`} htmlFor="import-folder">
          <span>{t('folder')}</span>
          <FolderField id="import-folder" spaceId={spaceId} value={folder} onChange={setFolder} />
        </label>
      ) : (
        <label className={`${styles['field']} stack gap-4`} htmlFor="import-file">
          <span>{t('file')}</span>
          <FileField
            key={spaceId}
            id="import-file"
            spaceId={spaceId}
            kinds={readable}
            {...(fileId === undefined ? {} : { value: fileId })}
            onChange={setFileId}
          />
        </label>
      )}
      <Button
        type="primary"
        className={styles['go'] ?? ''}
        disabled={source === null}
        loading={busy}
        onClick={() => source && onLook(source)}
      >
        {t('look')}
      </Button>
    </>
  )
}
