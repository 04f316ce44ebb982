import { previewEndpoints } from '@vermilion/contract/files/previews'
import { maxServedPictureBytes } from '@vermilion/contract/models/serving'
import Button from 'antd/es/button'
import { useEffect, useEffectEvent, useState } from 'react'
import { FileField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { ChoosePicture } from '../results/choose-picture.tsx'
import { Camera } from './camera.tsx'
import styles from './playground.module.css'
import { playgroundText } from './text.ts'

export type AskedPicture =
  | { readonly kind: 'file'; readonly file: File; readonly address: string }
  | { readonly kind: 'space'; readonly fileId: string; readonly address: string }

export function usePictureFile(onPicture: (picture: AskedPicture) => void) {
  const t = useText(playgroundText)
  return (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxServedPictureBytes) notify.error(t('tooLarge', { limit: formatSize(maxServedPictureBytes) }))
    else onPicture({ kind: 'file', file, address: URL.createObjectURL(file) })
  }
}

export function PictureSource({ onPicture }: { onPicture: (picture: AskedPicture) => void }) {
  const t = useText(playgroundText)
  const [isCameraOpen, setCameraOpen] = useState(false)
  const [spaceId, setSpaceId] = useState<string>()
  const selectFile = usePictureFile(onPicture)
  const paste = useEffectEvent(({ clipboardData }: ClipboardEvent) => {
    selectFile([...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/')))
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  return (
    <div className={`${styles['source']} grid gap-8`}>
      <div className="flex wrap gap-8">
        <ChoosePicture primary words={t('choosePicture')} onPicture={selectFile} />
        <Button onClick={() => setCameraOpen(true)}>{t('camera')}</Button>
      </div>
      {isCameraOpen && (
        <Camera
          onClose={() => setCameraOpen(false)}
          onPicture={(picture) => {
            setCameraOpen(false)
            selectFile(picture)
          }}
        />
      )}
      <div className={`${styles['space']} grid gap-8`}>
        <SpaceSelect
          aria-label={t('space')}
          placeholder={t('ofSpace')}
          {...(spaceId !== undefined && { value: spaceId })}
          onChange={setSpaceId}
        />
        {spaceId !== undefined && (
          <FileField
            key={spaceId}
            aria-label={t('file')}
            spaceId={spaceId}
            kinds={['image']}
            onChange={(fileId: string) =>
              onPicture({
                kind: 'space',
                fileId,
                address: addressOf(previewEndpoints.filePicture, { params: { fileId } }),
              })
            }
          />
        )}
      </div>
    </div>
  )
}
