import type { ParameterDefinition } from '../tasks/image-parameters.ts'
import { gridSide, itemReportEdges, type DatasetReport } from './report.ts'

/** Pixels that the shorter side of an object should have at the network's input. */
export const wantedPixels = 16

/** Share of the objects that may be smaller. */
const maxShare = 0.1

/** Shorter side that nine of ten objects exceed, relative to the image; null without objects. */
function smallSide(sizes: DatasetReport['sizes']): number | null {
  const counts = Array.from({ length: gridSide }, () => 0)
  let total = 0
  for (const { column, row, shapes } of sizes) {
    counts[Math.min(column, row)]! += shapes
    total += shapes
  }
  let smaller = 0
  const range = counts.findIndex((shapes) => (smaller += shapes) > total * maxShare)
  if (range === -1) return null
  const [low = 0, high = 1] = itemReportEdges.size.slice(range, range + 2)
  return low === 0 ? high / 2 : Math.sqrt(low * high)
}

/** Input size at which small objects can still be found, within what the image takes; null where the usual one does. */
export function inputSizeFor(
  sizes: DatasetReport['sizes'],
  { default: usual, maximum, step = 1 }: ParameterDefinition,
): { inputSize: number; side: number } | null {
  const side = smallSide(sizes)
  if (side === null) return null
  const inputSize = Math.min(Math.ceil(wantedPixels / side / step) * step, maximum)
  return inputSize > usual ? { inputSize, side } : null
}
