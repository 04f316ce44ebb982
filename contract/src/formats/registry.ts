import { cityscapes } from './cityscapes/codec.ts'
import { cocoPanoptic } from './coco-panoptic/codec.ts'
import { coco } from './coco/codec.ts'
import type { FormatCodec, FormatDecoder } from './codec.ts'
import { csv } from './csv/codec.ts'
import { cvat } from './cvat/codec.ts'
import { datumaro } from './datumaro/codec.ts'
import { imagenet } from './imagenet/codec.ts'
import { kitti } from './kitti/codec.ts'
import { labelStudio } from './label-studio/codec.ts'
import { labelmeXml } from './labelme-xml/codec.ts'
import { labelme } from './labelme/codec.ts'
import { masks } from './masks/codec.ts'
import { mot } from './mot/codec.ts'
import { type FormatKind, formatKinds, type WrittenFormatKind } from './offers.ts'
import { readingTexts } from './read-texts.ts'
import { openImages } from './open-images/codec.ts'
import { segmentAnything } from './segment-anything/codec.ts'
import { voc } from './voc/codec.ts'
import { yolo } from './yolo/codec.ts'

type Formats = { readonly [Kind in FormatKind]: Kind extends WrittenFormatKind ? FormatCodec : FormatDecoder }

/**
 * Codecs of all formats, wrapped for any text encoding. A new format is a folder beside this file, a line here and its offer. The
 * server imports this file with the first import or export: YAML and XML libraries stay out of memory until then.
 */
const formatReaders: Formats = {
  coco,
  yolo,
  voc,
  imagenet,
  mask: masks,
  labelme,
  csv,
  cvat,
  'label-studio': labelStudio,
  datumaro,
  'open-images': openImages,
  'coco-panoptic': cocoPanoptic,
  'segment-anything': segmentAnything,
  cityscapes,
  kitti,
  mot,
  'labelme-xml': labelmeXml,
}

export const formats = Object.fromEntries(
  Object.entries(formatReaders).map(([id, decoder]) => [id, readingTexts(decoder)]),
) as unknown as Formats

export function detectFormat(paths: readonly string[]): FormatKind | null {
  const sure = formatKinds.map((id) => ({ id, sureness: formats[id].detect(paths) }))
  const best = sure.toSorted((a, b) => b.sureness - a.sureness)[0]
  return best === undefined || best.sureness === 0 ? null : best.id
}
