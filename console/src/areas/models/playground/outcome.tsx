import type { InferenceResult } from '@vermilion/contract/models'
import { pathOf } from '@vermilion/contract/kernel/request'
import { type ServedPrediction, servingEndpoints } from '@vermilion/contract/models/serving'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { call, client } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { LabelSwatch } from '../report/class-list.tsx'
import type { LabelMarks } from '../report/label-marks.ts'
import { DetectedImage } from '../results/detected-image.tsx'
import { displayedBoxes } from '../results/displayed.ts'
import type { AskedPicture } from './picture-source.tsx'
import styles from './playground.module.css'
import { playgroundText } from './text.ts'

/** From here on everything is asked for: what is shown of it is chosen in the page. */
export const leastConfidence = 0.02
/** Milliseconds. */
const longest = 60_000
/** Things that are named one by one. */
const mostNamed = 50

interface OutcomeProps {
  modelId: string
  picture: AskedPicture
  threshold: number
  marks: LabelMarks
}

async function ask(modelId: string, picture: AskedPicture, signal: AbortSignal) {
  const started = performance.now()
  const input = { params: { modelId }, query: { confidence: leastConfidence } }
  const prediction: ServedPrediction =
    picture.kind === 'file'
      ? await client.post(pathOf(servingEndpoints.predict, input), picture.file, { signal, timeout: longest })
      : await call(
          servingEndpoints.predict,
          { ...input, query: { ...input.query, fileId: picture.fileId } },
          { signal, timeout: longest },
        )
  return { ...prediction, whole: performance.now() - started }
}

/** What a model says of a picture, drawn over it, and how long that took. */
export function Outcome({ modelId, picture, threshold, marks }: OutcomeProps) {
  const t = useText(playgroundText)
  const { address } = picture
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    // By no path of the API: news of models must not ask again.
    queryKey: ['model-prediction', { modelId, address }],
    queryFn: ({ signal }) => ask(modelId, picture, signal),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (isFetching)
    return (
      <output aria-busy className={styles['outcome']}>
        {t('running')}
        <Bone height="54vh" />
      </output>
    )
  if (isPaused && data === undefined)
    return (
      <p role="alert" className={styles['words']}>
        {t('offline')}
      </p>
    )
  if (error !== null) return <ProblemState problem={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const result: InferenceResult = { ...data, itemId: null, fileId: '', path: t('picture'), truth: null }
  const boxes = displayedBoxes(result, { view: 'found', threshold, hiddenLabels: new Set(), images: 'all' })
  const { predictions } = boxes
  const latency = {
    model: Math.round(data.milliseconds),
    waited: data.waitedMilliseconds,
    whole: Math.round(data.whole),
  }
  return (
    <div className={styles['outcome']} data-drawn style={{ '--ratio': data.width / data.height } as CSSProperties}>
      <div className={styles['image']}>
        <DetectedImage result={result} source={address} boxes={boxes} view="found" marks={marks} named />
      </div>
      <div className={styles['found']}>
        <output className={styles['words']}>
          {t('found', { count: predictions.length })} · {t('latency', latency)}
        </output>
        {predictions.length === 0 && <p className={styles['words']}>{t('nothing')}</p>}
        {predictions.length > 0 && (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard
          <section className={styles['scroller']} aria-label={t('predictions')} tabIndex={0}>
            <ul className={styles['list']}>
              {predictions.slice(0, mostNamed).map(({ label, score }, index) => (
                <li key={index}>
                  <LabelSwatch marks={marks} label={label} />
                  <span>{label}</span>
                  <b>{score.toFixed(3)}</b>
                </li>
              ))}
            </ul>
          </section>
        )}
        {predictions.length > mostNamed && (
          <p className={styles['words']}>{t('more', { count: predictions.length - mostNamed })}</p>
        )}
      </div>
    </div>
  )
}
