import type { EncodeOptions, FormatCodec, LabeledSource } from './codec.ts'
import type { FormatProblemReason } from './problems/problems.ts'

export interface FormatLoss {
  readonly reason: FormatProblemReason
  /** Counts labels or images, depending on the reason. */
  readonly count: number
}

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
