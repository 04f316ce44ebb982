import { denseRows } from './dense-rows.ts'
import { detrRows } from './detr-rows.ts'
import type { ExporterRow } from './signatures.ts'
import { yoloRows } from './yolo-rows.ts'

/** Boxes are said in the order of their scores. */
const byScore = (rows: string[]) =>
  rows.toSorted((one, other) => Number(other.split(' ')[1]) - Number(one.split(' ')[1]))
export const exporterRows: readonly ExporterRow[] = [...yoloRows, ...detrRows, ...denseRows].map((one) =>
  one.says[0]?.split(' ').length === 6 ? { ...one, says: byScore([...one.says]) } : one,
)
