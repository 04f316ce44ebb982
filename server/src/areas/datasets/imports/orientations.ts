import { needsOrientation, type Orientation } from '@vermilion/contract/formats/frames/frame'
import type { Files } from '#areas/files'
import { readJson } from '#platform/database/columns'
import type { ItemStore } from '../items/item-store.ts'
import type { ImportImageRow } from './image-row.ts'

interface Needs {
  readonly files: Pick<Files, 'orientation'>
  readonly items: Pick<ItemStore, 'ofIds'>
}

export async function orientationsOf(
  { files, items }: Needs,
  rowsByItem: ReadonlyMap<string, readonly ImportImageRow[]>,
  signal: AbortSignal,
): Promise<Map<string, Orientation>> {
  const turns = new Map<string, Orientation>()
  for (const { id, width, height, checksum } of (await items.ofIds([...rowsByItem.keys()])).values()) {
    const asks = (row: ImportImageRow) =>
      row.isLabeled === 1 &&
      // Most rows state the picture's own size, so their shapes need not be parsed.
      (row.width !== width || row.height !== height) &&
      needsOrientation({ stated: row, shapes: readJson(row.shapes), upright: { width, height } })
    if (rowsByItem.get(id)?.some(asks) !== true) continue
    const orientation = await files.orientation(checksum, signal)
    turns.set(id, isOrientation(orientation) ? orientation : 1)
  }
  return turns
}

const isOrientation = (value: number): value is Orientation => Number.isInteger(value) && value >= 1 && value <= 8
