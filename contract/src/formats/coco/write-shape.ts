import type { AreaGeometry } from '../offers.ts'
import { columnRuns, compressRuns } from '../../labels/column-runs.ts'
import { boxArea } from '../../labels/box.ts'
import type { Mask } from '../../labels/mask.ts'
import type { LabelKind } from '../../labels/index.ts'
import { areaOf } from '../areas/areas.ts'
import type { ImageSize } from '../codec.ts'
import { joinHoles, surroundings } from '../areas/join-rings.ts'
import type { LabeledShape, LabeledShapeOf } from '../labeled-images.ts'

export interface CocoGeometry {
  bbox: number[]
  area: number
  segmentation: number[][] | { size: [number, number]; counts: number[] | string }
  rings?: number[][]
}

type Writer<Kind extends LabelKind> = (
  shape: LabeledShapeOf<Kind>,
  image: ImageSize,
  geometry: AreaGeometry,
) => CocoGeometry | null

const writers: { [Kind in LabelKind]: Writer<Kind> } = {
  box: ({ box }) => ({ bbox: [box.x, box.y, box.width, box.height], area: boxArea(box), segmentation: [] }),
  class: () => null,
  polygon: (shape, image, geometry) => {
    const { rings } = shape.polygon
    if (geometry === 'drawn' && hasHoles(rings)) {
      const runs = writeRuns(shape, image, 'rle')
      return runs === null ? null : { ...runs, rings }
    }
    return geometry === 'drawn' || geometry === 'polygon' ? writeOutlines(shape) : writeRuns(shape, image, geometry)
  },
  mask: (shape, image, geometry) =>
    geometry === 'polygon' ? writeOutlines(shape) : writeRuns(shape, image, geometry === 'drawn' ? 'rle' : geometry),
}

export const cocoKinds: ReadonlySet<LabelKind> = new Set(['box', 'polygon', 'mask'])

export function writeShape(shape: LabeledShape, image: ImageSize, geometry: AreaGeometry): CocoGeometry | null {
  const write = writers[shape.kind] as Writer<LabelKind>
  return write(shape, image, geometry)
}

function hasHoles(rings: readonly number[][]): boolean {
  return rings.length > 1 && surroundings(rings).some((around) => around.length > 0)
}

function boundsOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }): number[] {
  return [x, y, width, height]
}

function writeOutlines(shape: LabeledShape): CocoGeometry | null {
  const area = areaOf(shape)
  if (area === null) return null
  return { bbox: boundsOf(area.bounds), area: area.size, segmentation: joinHoles(area.rings()) }
}

function writeRuns(shape: LabeledShape, image: ImageSize, geometry: 'rle' | 'compressed-rle'): CocoGeometry | null {
  const area = areaOf(shape)
  const mask: Mask | null = area?.mask(image) ?? null
  if (area === null || mask === null) return null
  const counts = columnRuns(mask, image)
  const size: [number, number] = [image.height, image.width]
  return {
    bbox: boundsOf(area.bounds),
    area: area.size,
    segmentation: { size, counts: geometry === 'rle' ? counts : compressRuns(counts) },
  }
}
