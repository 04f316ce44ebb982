import { coco } from './coco/codec.ts'
import { csv } from './csv/codec.ts'
import type { FormatCodec } from './codec.ts'
import { imagenet } from './imagenet/codec.ts'
import { labelme } from './labelme/codec.ts'
import { masks } from './masks/codec.ts'
import { type FormatKind, formatKinds } from './offers.ts'
import { voc } from './voc/codec.ts'
import { yolo } from './yolo/codec.ts'

/** The codec of every format. A new one is a folder beside this file, a line here and its offer. */
export const formats: Readonly<Record<FormatKind, FormatCodec>> = {
  coco,
  yolo,
  voc,
  imagenet,
  mask: masks,
  labelme,
  csv,
}

/** The format that listed files look like; null where they look like none. */
export function detectFormat(paths: readonly string[]): FormatKind | null {
  const sure = formatKinds.map((id) => ({ id, sureness: formats[id].detect(paths) }))
  const best = sure.toSorted((a, b) => b.sureness - a.sureness)[0]
  return best === undefined || best.sureness === 0 ? null : best.id
}
