import { previewEndpoints } from '@vermilion/contract/files/previews'
import { maxServedPictureBytes } from '@vermilion/contract/models/serving'
import Button from 'antd/es/button'
import { useEffect, useEffectEvent, useState, useRef } from 'react'
import { FileField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText, type Translate } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { ChoosePicture } from '../results/choose-picture.tsx'
import Alert from 'antd/es/alert'
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
        <ChoosePicture primary text={t('choosePicture')} onPicture={selectFile} />
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

interface CameraProps {
  onPicture: (picture: File) => void
  onClose: () => void
}

function Camera({ onPicture, onClose }: CameraProps) {
  const t = useText(playgroundText)
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const tell = useEffectEvent((error: unknown) => setProblem(wordsOf(error, t)))
  useEffect(() => {
    let stream: MediaStream | undefined
    let isClosed = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    openCamera()
      .then((opened) => {
        stream = opened
        if (isClosed) stop()
        else if (video.current !== null) video.current.srcObject = opened
      })
      .catch(tell)
    return () => {
      isClosed = true
      stop()
    }
  }, [])
  const capture = async () => {
    const picture = video.current === null ? null : await pictureOf(video.current)
    if (picture !== null) onPicture(picture)
  }
  return (
    <div className={`${styles['camera']} grid gap-8`}>
      {problem === null ? (
        <video
          className="full-width radius-8 ground-tertiary"
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={t('camera')}
          onLoadedData={() => setReady(true)}
        />
      ) : (
        <Alert type="warning" title={problem} />
      )}
      <div className="flex wrap gap-8">
        {problem === null && (
          <Button type="primary" disabled={!isReady} onClick={() => void capture()}>
            {t('take')}
          </Button>
        )}
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </div>
  )
}

class UnsafePage extends Error {}

/** Pages over plain HTTP have no access to cameras. */
async function openCamera(): Promise<MediaStream> {
  const { mediaDevices } = navigator as Partial<Navigator>
  if (!isSecureContext || mediaDevices === undefined) throw new UnsafePage()
  return mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
}

function wordsOf(error: unknown, t: Translate<typeof playgroundText.en>): string {
  const name = error instanceof Error ? error.name : ''
  if (error instanceof UnsafePage) return t('cameraUnsafe')
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return t('cameraNone')
  if (name === 'NotAllowedError') return t('cameraDenied')
  return t('cameraFailed', { reason: error instanceof Error ? error.message : String(error) })
}

async function pictureOf(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0) return null
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  return blob === null ? null : new File([blob], 'camera.jpg', { type: 'image/jpeg' })
}
