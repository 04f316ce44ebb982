import { ringsOfMask } from '@vermilion/contract/labels/contours'
import type { Box } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'
import { polygonBounds } from '@vermilion/contract/labels/polygon'
import type { ModelPrediction, TruthShape } from '@vermilion/contract/predictions'
import styles from './detected-image.module.css'

type WithoutScore<Shape> = Shape extends ModelPrediction ? Omit<Shape, 'score'> : Shape
export type ResultGeometry = WithoutScore<ModelPrediction> | TruthShape

const paths = new WeakMap<Mask, string>()

function pathOfMask(mask: Mask): string {
  const cached = paths.get(mask)
  if (cached !== undefined) return cached
  const path = pathOf(ringsOfMask(mask))
  paths.set(mask, path)
  return path
}

function pathOf(rings: readonly (readonly number[])[]): string {
  return rings
    .map((ring) => {
      const points = Array.from({ length: ring.length / 2 }, (_, at) => `${ring[at * 2]} ${ring[at * 2 + 1]}`)
      return `M${points.join('L')}Z`
    })
    .join('')
}

interface ResultShapeProps {
  shape: ResultGeometry
  colour: string
  dashed?: boolean
}

export function ResultShape({ shape, colour, dashed = false }: ResultShapeProps) {
  const line = styles[dashed ? 'truth' : 'found']
  if ('box' in shape) {
    return (
      <>
        <rect {...shape.box} className={styles['edge']} />
        <rect {...shape.box} className={line} stroke={colour} />
      </>
    )
  }
  const path = 'mask' in shape ? pathOfMask(shape.mask) : 'polygon' in shape ? pathOf(shape.polygon.rings) : ''
  if (path === '') return null
  return (
    <>
      <path d={path} className={styles['edge']} />
      <path d={path} className={`${line} ${styles['area']}`} stroke={colour} fill={dashed ? 'none' : colour} />
    </>
  )
}

/** The box around a shape; null for the whole image. */
export function boundsOfShape(shape: ResultGeometry): Box | null {
  if ('polygon' in shape) return polygonBounds(shape.polygon)
  if ('mask' in shape) return shape.mask
  return 'box' in shape ? shape.box : null
}
