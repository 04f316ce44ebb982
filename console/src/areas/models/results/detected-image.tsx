import type { InferenceResult } from '@vermilion/contract/models'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { boundsOfShape, ResultShape, type ResultGeometry } from './result-shape.tsx'
import styles from './detected-image.module.css'
import { type LabelMarks, unknownMark } from '../report/label-marks.ts'
import type { DisplayOptions, DisplayedBoxes } from './displayed.ts'
import { truthWithoutFind } from './truth-without-find.ts'
import type { Box } from '@vermilion/contract/labels/box'
import { placeTags } from './tag-places.ts'

export interface BoxReference {
  kind: 'found' | 'truth'
  index: number
}

interface DetectedImageProps {
  result: InferenceResult
  source: string
  boxes: DisplayedBoxes
  view: DisplayOptions['view']
  marks: LabelMarks
  named?: boolean
  highlighted?: BoxReference | null
}

/** Predictions solid, truth dashed, labeled where no prediction covers it. Boxes in image pixels, lines in screen size. */
export function DetectedImage(props: DetectedImageProps) {
  const { result, source, boxes, view, marks, named = false, highlighted = null } = props
  const { width, height, path } = result
  const dimmed = (kind: BoxReference['kind'], index: number) =>
    highlighted !== null && (highlighted.kind !== kind || highlighted.index !== index)
  const of = (label: string) => marks.get(label) ?? unknownMark
  // The most confident prediction is on top.
  const weakestFirst = boxes.predictions.map((prediction, index) => ({ ...prediction, index })).toReversed()
  const namedTruth = view === 'truth' ? boxes.truth : view === 'both' ? truthWithoutFind(boxes) : []
  const namedFinds = view === 'truth' ? [] : weakestFirst
  const tagged: readonly ResultGeometry[] = [...namedTruth, ...namedFinds]
  const wordsOf = (label: string) => (named ? label : of(label).letter)
  const holder = usePlacedTags(tagged.map(boundsOfShape), result)
  return (
    <span className={`${styles['place']} row full justify-center`}>
      <span
        ref={holder}
        className={`${styles['image']} relative clip`}
        style={{ '--ratio': width / height } as CSSProperties}
      >
        <img className="full absolute inset-0" src={source} alt={path} decoding="async" draggable={false} />
        <svg
          className="full absolute inset-0"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden
          focusable="false"
        >
          {view !== 'found' &&
            boxes.truth.map((shape, index) => (
              <g key={`truth-${index}`} data-dimmed={dimmed('truth', index)}>
                <ResultShape shape={shape} colour={of(shape.label).colour} dashed />
              </g>
            ))}
          {view !== 'truth' &&
            weakestFirst.map(({ index, score, ...shape }) => (
              <g key={`found-${index}`} data-dimmed={dimmed('found', index)}>
                <title>{`${shape.label} ${score.toFixed(2)}`}</title>
                <ResultShape shape={shape} colour={of(shape.label).colour} />
              </g>
            ))}
        </svg>
        {namedTruth.map((shape, index) => (
          <Tag
            key={`truth-${index}`}
            shape={shape}
            index={index}
            colour={of(shape.label).colour}
            dimmed={dimmed('truth', boxes.truth.indexOf(shape))}
            dashed={view === 'both'}
          >
            {wordsOf(shape.label)}
          </Tag>
        ))}
        {namedFinds.map(({ score, index, ...shape }) => (
          <Tag key={index} shape={shape} index={index} colour={of(shape.label).colour} dimmed={dimmed('found', index)}>
            {named ? `${shape.label} ${score.toFixed(2)}` : wordsOf(shape.label)}
          </Tag>
        ))}
      </span>
    </span>
  )
}

interface TagProps {
  shape: ResultGeometry
  /** Tags without geometry are stacked in this order. */
  index: number
  colour: string
  dimmed: boolean
  dashed?: boolean
  children: ReactNode
}

function Tag({ shape, index, colour, dimmed, dashed = false, children }: TagProps) {
  const colours = dashed ? { color: colour, borderColor: colour } : { background: colour }
  const style = boundsOfShape(shape) === null ? { top: index * 16, ...colours } : colours
  return (
    <span
      className={`${styles['tag']} absolute top-0 left-0 padding-0-4 radius-4 font-11 weight-600 tabular nowrap no-pointer`}
      data-tag
      data-dimmed={dimmed}
      data-dashed={dashed}
      style={style}
      aria-hidden
    >
      {children}
    </span>
  )
}

/** Texts are marked `data-tag` in the shapes' order. The last is on top and placed first; the text of a null shape stays. */
function usePlacedTags(shapes: readonly (Box | null)[], image: { width: number; height: number }) {
  const holder = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    const moveTags = () => {
      const area = { width: element.clientWidth, height: element.clientHeight }
      const [across, down] = [area.width / image.width, area.height / image.height]
      const tags = [...element.querySelectorAll<HTMLElement>('[data-tag]')]
        .flatMap((tag, at) => {
          const shape = shapes[at]
          return shape === undefined || shape === null ? [] : [{ tag, shape }]
        })
        .toReversed()
      const sized = tags.map(({ tag, shape: { x, y, width, height } }) => ({
        size: { width: tag.offsetWidth, height: tag.offsetHeight },
        shape: { x: x * across, y: y * down, width: width * across, height: height * down },
      }))
      for (const [at, { x, y }] of placeTags(sized, area).entries()) {
        tags[at]!.tag.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`
      }
    }
    // Observing calls back at once, before the first paint.
    const observer = new ResizeObserver(moveTags)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return holder
}
