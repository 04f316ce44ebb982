import type { Size } from '@vermilion/contract/detection/letterbox'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { InferenceResult } from '@vermilion/contract/models'
import { pathOf } from '@vermilion/contract/kernel/request'
import { type ServedPrediction, servingEndpoints } from '@vermilion/contract/models/serving'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useState } from 'react'
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

export const minConfidence = 0.02
/** Milliseconds. */
const timeout = 60_000
const maxNamed = 50
const worthTelling = 5

interface OutcomeProps {
  modelId: string
  picture: AskedPicture
  tiles: TileOptions | null
  threshold: number
  marks: LabelMarks
  /** Told when the size of a picture is read. */
  onSize: (size: Size) => void
}

export const tilesQuery = (tiles: TileOptions | null) =>
  tiles === null ? {} : { tileOverlap: tiles.overlap, fullPicture: `${tiles.hasFullPicture}` }

type Question = Pick<OutcomeProps, 'modelId' | 'picture' | 'tiles'>

async function ask({ modelId, picture, tiles }: Question, signal: AbortSignal) {
  const started = performance.now()
  const input = { params: { modelId }, query: { confidence: minConfidence, ...tilesQuery(tiles) } }
  const prediction: ServedPrediction =
    picture.kind === 'file'
      ? await client.post(pathOf(servingEndpoints.predict, input), picture.file, { signal, timeout: timeout })
      : await call(
          servingEndpoints.predict,
          { ...input, query: { ...input.query, fileId: picture.fileId } },
          { signal, timeout: timeout },
        )
  return { ...prediction, whole: performance.now() - started }
}

export function Outcome({ modelId, picture, tiles, threshold, marks, onSize }: OutcomeProps) {
  const t = useText(playgroundText)
  const { address } = picture
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    // The key is not an API path, so that events about models do not repeat the request.
    queryKey: ['model-prediction', { modelId, address, tiles }],
    queryFn: ({ signal }) => ask({ modelId, picture, tiles }, signal),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  useEffect(() => {
    if (data !== undefined) onSize(data)
  }, [data, onSize])
  if (isFetching)
    return (
      <output aria-busy className={`${styles['outcome']} grid columns-1 gap-8 min-width-0`}>
        {t('running')}
        <Bone height="54vh" />
      </output>
    )
  if (isPaused && data === undefined)
    return (
      <p role="alert" className="margin-0 text-secondary">
        {t('offline')}
      </p>
    )
  if (error !== null) return <ProblemState problem={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  return <PredictionView prediction={data} address={address} threshold={threshold} marks={marks} />
}

interface PredictionViewProps extends Pick<OutcomeProps, 'threshold' | 'marks'> {
  prediction: Awaited<ReturnType<typeof ask>>
  address: string
}

function PredictionView({ prediction, address, threshold, marks }: PredictionViewProps) {
  const t = useText(playgroundText)
  const [pointed, setPointed] = useState<number | null>(null)
  const result: InferenceResult = { ...prediction, itemId: null, fileId: '', path: t('picture'), truth: null }
  const boxes = displayedBoxes(result, { view: 'found', threshold, hiddenLabels: new Set(), images: 'all' })
  const { predictions } = boxes
  const { width, height, milliseconds, waitedMilliseconds, whole } = prediction
  const message = [
    t('found', { count: predictions.length }),
    t('inModel', { count: Math.round(milliseconds) }),
    ...(waitedMilliseconds < worthTelling ? [] : [t('waited', { count: Math.round(waitedMilliseconds) })]),
    t('inAll', { count: Math.round(whole) }),
  ]
  return (
    <div
      className={`${styles['outcome']} grid columns-1 gap-8 min-width-0`}
      data-drawn
      style={{ '--ratio': width / height } as CSSProperties}
    >
      <div className={`${styles['image']} max-full-width`}>
        <DetectedImage
          result={result}
          source={address}
          boxes={boxes}
          view="found"
          marks={marks}
          named
          highlighted={pointed === null || pointed >= predictions.length ? null : { kind: 'found', index: pointed }}
        />
      </div>
      <div className={`${styles['found']} grid columns-1 gap-8 min-width-0`}>
        <output className="margin-0 text-secondary">{message.join(' · ')}</output>
        <Totals predictions={predictions} marks={marks} />
        {predictions.length === 0 && <p className="margin-0 text-secondary">{t('nothing')}</p>}
        {predictions.length > 0 && (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard
          <section className={styles['scroller']} aria-label={t('predictions')} tabIndex={0}>
            <ul className={`${styles['list']} grid gap-4-16`}>
              {predictions.slice(0, maxNamed).map(({ label, score }, index) => (
                <li
                  className="row gap-8 min-width-0"
                  key={index}
                  data-active={pointed === index}
                  onPointerEnter={() => setPointed(index)}
                  onPointerLeave={() => setPointed(null)}
                >
                  <LabelSwatch marks={marks} label={label} />
                  <span>{label}</span>
                  <span
                    aria-hidden
                    className={`${styles['score']} hidden height-4 clip radius-2 ground-secondary`}
                    style={{ '--score': score } as CSSProperties}
                  />
                  <b className="weight-500 tabular">{score.toFixed(2)}</b>
                </li>
              ))}
            </ul>
          </section>
        )}
        {predictions.length > maxNamed && (
          <p className="margin-0 text-secondary">{t('more', { count: predictions.length - maxNamed })}</p>
        )}
      </div>
    </div>
  )
}

interface TotalsProps extends Pick<OutcomeProps, 'marks'> {
  predictions: readonly { label: string }[]
}

function Totals({ predictions, marks }: TotalsProps) {
  if (predictions.length < 2) return null
  const counts = new Map<string, number>()
  for (const { label } of predictions) counts.set(label, (counts.get(label) ?? 0) + 1)
  return (
    <p className="flex wrap gap-4-16 border-bottom" style={{ paddingBottom: 8 }}>
      {[...counts].map(([label, count]) => (
        <span className="inline-row gap-8 break-anywhere" key={label}>
          <LabelSwatch marks={marks} label={label} /> {label} <b className="weight-600 tabular">{count}</b>
        </span>
      ))}
    </p>
  )
}
