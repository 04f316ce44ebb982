import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { useEffect, useEffectEvent, useRef } from 'react'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import styles from './preview.module.css'
import { text } from './text.ts'

interface PreviewProps {
  files: readonly SpaceFile[]
  /** Id of the shown file; null when the preview is closed. */
  shown: string | null
  onShow: (id: string | null) => void
}

/** A file over the whole page; the arrow keys go to its neighbours, Space and Esc close. */
export function Preview({ files, shown, onShow }: PreviewProps) {
  const t = useText(text)
  const dialog = useRef<HTMLDialogElement>(null)
  const place = files.findIndex(({ id }) => id === shown)
  const file = files[place]
  const go = (by: number) => {
    const next = files[place + by]
    if (next !== undefined) onShow(next.id)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    // The key that opened the preview arrives here too, on its way up.
    if (event.defaultPrevented) return
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else if (event.key === ' ' || event.key === 'Escape') onShow(null)
    else return
    event.preventDefault()
  })
  const open = file !== undefined
  useEffect(() => {
    if (!open) return
    const element = dialog.current
    element?.showModal()
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => {
      removeEventListener('keydown', listener)
      element?.close()
    }
  }, [open])
  if (file === undefined) return null
  const content = (download: 'true' | 'false') =>
    addressOf(fileEndpoints.fileContent, { params: { fileId: file.id }, query: { download } })
  return (
    <dialog ref={dialog} className={styles['preview']} aria-label={t('preview', { name: file.name })}>
      <header>
        <strong>{file.path}</strong>
        <span>
          {formatSize(file.size)}
          {file.width !== null &&
            file.height !== null &&
            ` · ${t('dimensions', { width: file.width, height: file.height })}`}
          {` · ${place + 1} / ${files.length}`}
        </span>
        <a href={content('true')} download={file.name} aria-label={t('download')} title={t('download')}>
          <DownloadOutlined aria-hidden />
        </a>
        <button type="button" onClick={() => onShow(null)} aria-label={t('close')} title={t('close')}>
          <CloseOutlined aria-hidden />
        </button>
      </header>
      <div className={styles['stage']}>
        <button type="button" onClick={() => go(-1)} disabled={place === 0} aria-label={t('previous')}>
          <LeftOutlined aria-hidden />
        </button>
        {file.kind === 'image' && !file.broken ? (
          <img key={file.id} src={content('false')} alt={file.name} />
        ) : (
          <p>{t('noPreview')}</p>
        )}
        <button type="button" onClick={() => go(1)} disabled={place === files.length - 1} aria-label={t('next')}>
          <RightOutlined aria-hidden />
        </button>
      </div>
    </dialog>
  )
}
