import type { EncodeOptions, FormatCodec, LabeledSource } from './codec.ts'
import type { FormatProblemReason } from './problems/problems.ts'

export interface FormatLoss {
  readonly reason: FormatProblemReason
  /** Of labels or images, as the reason says. */
  readonly count: number
}

/**
 * What would not come back as it is when images are written in a format: what its encoder tells while nothing of the
 * files is made, which is cheap.
 */
export async function findLosses(
  codec: Pick<FormatCodec, 'encode'>,
  source: LabeledSource,
  options: EncodeOptions = {},
): Promise<FormatLoss[]> {
  const counts = new Map<FormatProblemReason, number>()
  for await (const part of codec.encode(source, options)) {
    if (part.type !== 'problem') continue
    const { reason, values } = part.problem
    const count = Number(values?.['count'] ?? 1)
    counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return [...counts].map(([reason, count]) => ({ reason, count }))
}
