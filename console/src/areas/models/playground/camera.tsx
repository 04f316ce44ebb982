import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Translate, useText } from '#lib/i18n.ts'
import styles from './playground.module.css'
import { playgroundText } from './text.ts'

interface CameraProps {
  onPicture: (picture: File) => void
  onClose: () => void
}

export function Camera({ onPicture, onClose }: CameraProps) {
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
