import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './file-preview.module.css'
import { text } from './text.ts'

/** What a preview shows of a file. */
export interface Preview {
  name: string
  path: string
  /** Size, dimensions: what is said beside the path. */
  details: readonly string[]
  /** Address of the picture; null where the file has none. */
  picture: string | null
  /** Address under which the file is downloaded; null when it is gone. */
  download: string | null
}

interface FilePreviewProps<Item> {
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** Key of the shown one; null when the preview is closed. */
  shown: string | null
  preview: (item: Item) => Preview
  onShow: (key: string | null) => void
}

/** A file over the whole page; the arrow keys go to its neighbours, Space and Esc close. */
export function FilePreview<Item>({ items, itemKey, shown, preview, onShow }: FilePreviewProps<Item>) {
  const t = useText(text)
  const dialog = useRef<HTMLDialogElement>(null)
  const place = shown === null ? -1 : items.findIndex((item) => itemKey(item) === shown)
  const item = items[place]
  const go = (by: number) => {
    const next = items[place + by]
    if (next !== undefined) onShow(itemKey(next))
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
  const open = item !== undefined
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
  if (item === undefined) return null
  const { name, path, details, picture, download } = preview(item)
  return (
    <dialog ref={dialog} className={styles['preview']} aria-label={t('preview', { name })}>
      <header>
        <strong>{path}</strong>
        <span>{[...details, `${place + 1} / ${items.length}`].join(' · ')}</span>
        {download !== null && (
          <a href={download} download={name} aria-label={t('download')} title={t('download')}>
            <DownloadOutlined aria-hidden />
          </a>
        )}
        <button type="button" onClick={() => onShow(null)} aria-label={t('close')} title={t('close')}>
          <CloseOutlined aria-hidden />
        </button>
      </header>
      <div className={styles['stage']}>
        <button type="button" onClick={() => go(-1)} disabled={place === 0} aria-label={t('previousFile')}>
          <LeftOutlined aria-hidden />
        </button>
        {picture === null ? <p>{t('noPreview')}</p> : <img key={path} src={picture} alt={name} />}
        <button type="button" onClick={() => go(1)} disabled={place === items.length - 1} aria-label={t('nextFile')}>
          <RightOutlined aria-hidden />
        </button>
      </div>
    </dialog>
  )
}
