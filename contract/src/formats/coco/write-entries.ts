import type { AreaGeometry } from '../offers.ts'
import type { LabeledClass, LabeledImage, LabeledShape } from '../labeled-images.ts'
import { writeShape } from './write-shape.ts'

export function writeCategory({ name, colour }: LabeledClass, id: number) {
  return { id, name, supercategory: '', ...(colour === undefined ? {} : { color: colour }) }
}

export function writeImage({ path, width, height, tags }: LabeledImage, id: number, name = path) {
  return { id, file_name: name, width, height, ...(tags === undefined || tags.length === 0 ? {} : { tags }) }
}

export function writeAnnotation(entry: {
  id: number
  imageId: number
  shape: LabeledShape
  image: Pick<LabeledImage, 'width' | 'height'>
  geometry: AreaGeometry
}) {
  const { id, imageId, shape, image, geometry } = entry
  const written = writeShape(shape, image, geometry)
  if (written === null) return null
  const { score, attributes, group, labelIndex } = shape
  return {
    id,
    image_id: imageId,
    category_id: labelIndex + 1,
    ...written,
    // A mask is a single object: `iscrowd: 1` would exclude it from evaluations.
    iscrowd: 0,
    ...(score === undefined ? {} : { score }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(group === undefined ? {} : { group }),
  }
}
