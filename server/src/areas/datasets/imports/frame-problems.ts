import { frameOf } from '@vermilion/contract/formats/frames/frame'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Files } from '#areas/files'
import { readJson } from '#platform/database/columns'
import type { StoredItem } from '../items/item-row.ts'
import type { DecodedProblem } from './decoding/decode-messages.ts'
import type { shapesFor } from './decoding/shapes.ts'
import type { ImportImageRow } from './image-row.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { ImportImageStore } from './image-store.ts'
import { maxReported, type ImportStore, type StoredImport } from './import-store.ts'
import { agrees } from './matching/row-names.ts'
import { orientationsOf } from './orientations.ts'
import { cutFile } from './problems.ts'

const outside: Text = {
  en: 'labels of it lie outside of the image, or are masks of another size',
  zh: '部分标注位于图片之外，或掩码尺寸不符',
}

const mostlyCut: Text = {
  en: 'boxes of it lie outside of the image for the most part and were cut at its edge: they may be measured in another way, look at them',
  zh: '部分框大半位于图片之外，已按图片边缘裁剪：坐标含义可能不同，请检查',
}

const storedGuess: Text = {
  en: 'the files say no size of images, and labels of some, as of this one, fit their pictures only as these are stored: they are turned with them as EXIF says. Labels of turned pictures that fit both ways are taken as they are: look at them',
  zh: '文件中没有图片尺寸，且部分图片（如此图）的标注仅符合未旋转的存储画面：已按 EXIF 方向随图片旋转。其他经 EXIF 旋转且两种方向都吻合的图片，其标注未作旋转，请检查',
}
const uprightGuess: Text = {
  en: 'the files say the size of turned pictures as they are stored, and labels of some, as of this one, fit only the upright picture: they are taken so. Labels of turned pictures that fit both ways are turned: look at them',
  zh: '文件中的尺寸为未旋转的存储尺寸，而部分图片（如此图）的标注仅符合正向画面：已按正向画面导入。其他经 EXIF 旋转且两种方向都吻合的图片，其标注已随图片旋转，请检查',
}

export const guessesOf = (read: readonly ReturnType<typeof shapesFor>[]): Text[] =>
  read.flatMap(({ frame: { isGuessed, turn } }) => (isGuessed ? [turn > 1 ? storedGuess : uprightGuess] : []))

interface Size {
  readonly width: number
  readonly height: number
}

const doubtful = (stated: Size, own: Size): Text => ({
  en: `the files say that it is ${stated.width} × ${stated.height} and it is ${own.width} × ${own.height}, which is of another shape: its labels may be in wrong places, look at them`,
  zh: `文件中的尺寸为 ${stated.width} × ${stated.height}，实际为 ${own.width} × ${own.height}，宽高比不同：标注位置可能有误，请检查`,
})

export const displayName = (row: ImportImageRow | undefined, item: StoredItem): string =>
  row !== undefined && agrees(row) ? row.path : item.path

export function problemsOf(
  rows: readonly ImportImageRow[],
  read: readonly ReturnType<typeof shapesFor>[],
  item: StoredItem,
): DecodedProblem[] {
  return rows.flatMap((row, index) => {
    const { unfit = 0, cut = 0, frame } = read[index] ?? {}
    const reasons = [
      ...(unfit > 0 ? [outside] : []),
      ...(cut > 0 ? [mostlyCut] : []),
      ...(frame?.isDoubtful === true ? [doubtful(row, item)] : []),
    ]
    return reasons.map((reason) => ({ file: displayName(row, item), line: null, reason }))
  })
}

const rowsAtOnce = 100

interface Needs {
  readonly files: Pick<Files, 'orientation'>
  readonly items: Pick<ItemStore, 'ofIds'>
  readonly images: Pick<ImportImageStore, 'inOtherSizes'>
}

async function* doubtfulSizes(
  { files, items, images }: Needs,
  importId: string,
  signal: AbortSignal,
): AsyncGenerator<DecodedProblem> {
  for (let after = 0; ;) {
    const rows = await images.inOtherSizes(importId, after, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.number
    const groups = Map.groupBy(rows, ({ itemId }) => itemId ?? '')
    const turns = await orientationsOf({ files, items }, groups, signal)
    const itemsById = await items.ofIds([...groups.keys()])
    for (const row of rows) {
      const item = itemsById.get(row.itemId ?? '')
      if (item === undefined) continue
      const frame = frameOf({ stated: row, shapes: readJson(row.shapes), upright: item }, turns.get(item.id) ?? 1)
      if (frame.isDoubtful) yield { file: displayName(row, item), line: null, reason: doubtful(row, item) }
    }
  }
}

/** Lists at most `maxReported` of the doubtful images, and counts all of them. */
export async function doubtsOf(needs: Needs, importId: string, signal: AbortSignal) {
  const problems: DecodedProblem[] = []
  let count = 0
  for await (const problem of doubtfulSizes(needs, importId, signal)) {
    count += 1
    if (count <= maxReported) problems.push(problem)
  }
  return { problems, count }
}

export async function unreported(
  store: Pick<ImportStore, 'isReported'>,
  { id, dryRun }: StoredImport,
  problems: readonly DecodedProblem[],
): Promise<readonly DecodedProblem[]> {
  if (!dryRun) return problems
  const remaining: DecodedProblem[] = []
  for (const problem of problems)
    if (!(await store.isReported(id, problem.reason, cutFile(problem.file)))) remaining.push(problem)
  return remaining
}
