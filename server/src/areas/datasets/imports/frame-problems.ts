import type { Text } from '@vermilion/contract/kernel/text'
import type { StoredItem } from '../items/item-row.ts'
import type { DecodedProblem } from './decoding/decode-messages.ts'
import type { shapesFor } from './decoding/shapes.ts'
import type { ImportImageRow } from './image-row.ts'
import { agrees } from './matching/row-names.ts'

const outside: Text = {
  en: 'labels of it lie outside of the image, or are masks of another size',
  zh: '部分标注位于图片之外，或掩码尺寸不符',
}

interface Size {
  readonly width: number
  readonly height: number
}

const doubtful = (stated: Size, own: Size): Text => ({
  en: `the files say that it is ${stated.width} × ${stated.height} and it is ${own.width} × ${own.height}, which is of another shape: its labels may be in wrong places, look at them`,
  zh: `文件中的尺寸为 ${stated.width} × ${stated.height}，实际为 ${own.width} × ${own.height}，宽高比不同：标注位置可能有误，请检查`,
})

/** What an image is called in what is told of it: as the files call it, where they mean it. */
export const saidName = (row: ImportImageRow | undefined, item: StoredItem): string =>
  row !== undefined && agrees(row) ? row.path : item.path

/** What is to be told of the places of an image's labels. */
export function problemsOf(
  rows: readonly ImportImageRow[],
  read: readonly ReturnType<typeof shapesFor>[],
  item: StoredItem,
): DecodedProblem[] {
  return rows.flatMap((row, index) => {
    const { unfit = 0, isDoubtful = false } = read[index] ?? {}
    const reasons = [...(unfit > 0 ? [outside] : []), ...(isDoubtful ? [doubtful(row, item)] : [])]
    return reasons.map((reason) => ({ file: saidName(row, item), line: null, reason }))
  })
}
