import { coco } from './coco/codec.ts'
import { csv } from './csv/codec.ts'
import type { FormatCodec } from './codec.ts'
import { imagenet } from './imagenet/codec.ts'
import { labelme } from './labelme/codec.ts'
import { masks } from './masks/codec.ts'
import { voc } from './voc/codec.ts'
import { yolo } from './yolo/codec.ts'

/** Every file layout that is read and written. A new one is one folder beside this file and one line here. */
export const formats = { coco, yolo, voc, imagenet, mask: masks, labelme, csv } as const satisfies Record<
  string,
  FormatCodec
>
export type FormatId = keyof typeof formats
export const formatIds = Object.keys(formats) as [FormatId, ...FormatId[]]

/** The format that listed files look like; null where they look like none. */
export function detectFormat(paths: readonly string[]): FormatId | null {
  const sure = formatIds.map((id) => ({ id, sureness: formats[id].detect(paths) }))
  const best = sure.toSorted((a, b) => b.sureness - a.sureness)[0]
  return best === undefined || best.sureness === 0 ? null : best.id
}
