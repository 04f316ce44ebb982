import { type ModelFile, maxTrialPictureBytes } from '@vermilion/contract/models/model-files'
import { type InferenceResult, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import Alert from 'antd/es/alert'
import { useEffect, useState } from 'react'
import { DropZone, droppedFiles } from '#areas/files'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { markLabels } from '../report/label-marks.ts'
import { ChoosePicture } from '../results/choose-picture.tsx'
import { DetectedImage } from '../results/detected-image.tsx'
import styles from './add.module.css'
import { addText } from './text.ts'

interface Picture {
  readonly file: File
  readonly address: string
}

export function Trial({ model, labels }: { model: ModelFile; labels: readonly string[] }) {
  const t = useText(addText)
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => () => void (picture !== null && URL.revokeObjectURL(picture.address)), [picture])
  const selectFile = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxTrialPictureBytes)
      notify.error(t('pictureTooLarge', { limit: formatSize(maxTrialPictureBytes) }))
    else setPicture({ file, address: URL.createObjectURL(file) })
  }
  return (
    <DropZone
      text={t('dropPictureNow')}
      takes
      onDrop={(transfer) => void droppedFiles(transfer).then(({ files }) => selectFile(files[0]?.file))}
    >
      <section className={`${styles['trial']} margin-bottom-24`} aria-label={t('trial')}>
        <h3 className="margin-bottom-8 weight-400">{t('trial')}</h3>
        <ChoosePicture text={t('choosePicture')} onPicture={selectFile} />
        {picture === null ? (
          <p className="text-secondary">{t('dropPicture')}</p>
        ) : (
          <Outcome model={model} picture={picture} labels={labels} />
        )}
      </section>
    </DropZone>
  )
}

interface OutcomeProps {
  model: ModelFile
  picture: Picture
  labels: readonly string[]
}

function Outcome({ model, picture: { file, address }, labels }: OutcomeProps) {
  const t = useText(addText)
  const { data, error, isFetching } = useQuery({
    queryKey: [modelEndpoints.tryModelFile.path, { body: model, picture: address }],
    queryFn: async ({ signal }) => {
      const picture = await base64Of(file)
      return call(modelEndpoints.tryModelFile, { body: { ...model, picture } }, { signal })
    },
    retry: false,
    gcTime: 0,
  })
  if (isFetching)
    return (
      <output aria-busy>
        {t('trying')}
        <Bone height={240} />
      </output>
    )
  if (error !== null) return <Alert type="warning" title={problemWords(error)} />
  if (data === undefined) return null
  const predictions = data.predictions.toSorted((one, other) => other.score - one.score)
  const result: InferenceResult = { ...data, itemId: null, fileId: '', path: file.name, truth: null }
  return (
    <>
      <div className="ground-tertiary" style={{ height: 260, margin: '8px 0' }}>
        <DetectedImage
          result={result}
          source={address}
          boxes={{ predictions, truth: [], right: null, missed: 0 }}
          view="found"
          marks={markLabels(labels)}
          named
        />
      </div>
      <output>
        {t('found', { count: predictions.length, milliseconds: data.milliseconds })}
        {predictions.length > 0 && `: ${wordsOf(predictions)}`}
      </output>
    </>
  )
}

const maxNamed = 10

const wordsOf = (predictions: readonly { label: string; score: number }[]) =>
  predictions
    .slice(0, maxNamed)
    .map(({ label, score }) => `${label} ${score.toFixed(2)}`)
    .join(', ')

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
  reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
  reader.readAsDataURL(file)
  return promise
}
