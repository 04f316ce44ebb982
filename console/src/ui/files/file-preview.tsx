import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import styles from './file-preview.module.css'
import { text } from '../text.ts'

export interface Preview {
  name: string
  path: string
  details: readonly string[]
  picture: string | null
  /** The download address; null when the file is gone. */
  download: string | null
  viewer?: ReactNode
  facts?: ReactNode
}

export interface PreviewContent<Item> {
  item: Item
  index: number
}

interface FilePreviewProps<Item> {
  /** Null when the preview is closed. */
  displayed: PreviewContent<Item> | null
  total: number
  itemKey: (item: Item) => string
  preview: (item: Item) => Preview
  factsOpen: boolean
  at: (index: number) => Item | undefined | Promise<Item | undefined>
  onShow: (displayed: PreviewContent<Item> | null) => void
}

/** Elements with keys of their own, such as fields and players. */
const ownKeys = 'input, textarea, select, video, audio, [contenteditable]'

export function FilePreview<Item>(props: FilePreviewProps<Item>) {
  const { displayed, total, itemKey, preview, at, onShow } = props
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [factsShown, setFactsShown] = useState(props.factsOpen)
  const go = useNeighbours({ displayed, total, at, onShow })
  const press = useEffectEvent((event: KeyboardEvent) => {
    // The key that opened the preview is released here.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : null
    if (event.key === 'Escape') onShow(null)
    else if ((target?.closest(ownKeys) ?? null) !== null) return
    else if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else if (event.key === ' ' && (target?.closest('dialog button, dialog a') ?? null) === null) onShow(null)
    else if (event.key === 'i') setFactsShown((now) => !now)
    else return
    event.preventDefault()
  })
  const open = displayed !== null
  useEffect(() => {
    if (!open) return
    const element = dialog.current
    element?.showModal()
    stage.current?.focus()
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => {
      removeEventListener('keydown', listener)
      element?.close()
    }
  }, [open])
  if (displayed === null) return null
  const { item, index } = displayed
  const content = preview(item)
  const { name, picture, viewer, facts } = content
  return (
    <dialog ref={dialog} className={styles['preview']} aria-label={t('preview', { name })}>
      <PreviewHeader
        preview={content}
        position={`${formatNumber(index + 1, language)} / ${formatNumber(total, language)}`}
        factsShown={factsShown}
        onFacts={setFactsShown}
        onClose={() => onShow(null)}
      />
      <div className={styles['body']}>
        <div className={styles['stage']} ref={stage} tabIndex={-1}>
          <button type="button" onClick={() => go(-1)} disabled={index === 0} aria-label={t('previousFile')}>
            <LeftOutlined aria-hidden />
          </button>
          <div className={styles['shown']} key={itemKey(item)}>
            {viewer ?? (picture === null ? <p>{t('noPreview')}</p> : <img src={picture} alt={name} />)}
          </div>
          <button type="button" onClick={() => go(1)} disabled={index >= total - 1} aria-label={t('nextFile')}>
            <RightOutlined aria-hidden />
          </button>
        </div>
        {facts !== undefined && factsShown && (
          <aside className={styles['facts']} aria-label={t('facts')}>
            {facts}
          </aside>
        )}
      </div>
    </dialog>
  )
}

interface PreviewHeaderProps {
  preview: Preview
  position: string
  factsShown: boolean
  onFacts: (shown: boolean) => void
  onClose: () => void
}

function PreviewHeader({ preview, position, factsShown, onFacts, onClose }: PreviewHeaderProps) {
  const t = useText(text)
  const { name, path, details, download, facts } = preview
  return (
    <header>
      <strong title={visibleName(path)}>{visibleName(path)}</strong>
      <span aria-live="polite">{[...details, position].join(' · ')}</span>
      {facts !== undefined && (
        <button
          type="button"
          onClick={() => onFacts(!factsShown)}
          aria-pressed={factsShown}
          aria-label={t('facts')}
          title={`${t('facts')} (I)`}
        >
          <InfoCircleOutlined aria-hidden />
        </button>
      )}
      {download !== null && (
        <a href={download} download={name} aria-label={t('download')} title={t('download')}>
          <DownloadOutlined aria-hidden />
        </a>
      )}
      <button type="button" onClick={onClose} aria-label={t('close')} title={t('close')}>
        <CloseOutlined aria-hidden />
      </button>
    </header>
  )
}

/** Goes to neighbors, loading them first if necessary; the last of several pending steps counts. */
function useNeighbours<Item>({
  displayed,
  total,
  at,
  onShow,
}: Omit<FilePreviewProps<Item>, 'itemKey' | 'preview' | 'factsOpen'>) {
  const requestedIndex = useRef(-1)
  const index = displayed?.index ?? -1
  useEffect(() => {
    requestedIndex.current = index
  }, [index])
  const step = async (by: number) => {
    const next = Math.min(total - 1, Math.max(0, requestedIndex.current + by))
    if (next === requestedIndex.current) return
    requestedIndex.current = next
    const item = await Promise.resolve(at(next)).catch(() => undefined)
    if (requestedIndex.current !== next) return
    if (item === undefined) requestedIndex.current = index
    else onShow({ item, index: next })
  }
  return (by: number) => void step(by)
}
