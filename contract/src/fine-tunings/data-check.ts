import { z } from 'zod'
import { count } from '../kernel/fields.ts'
import { inferenceSource } from '../models/inference-source.ts'
import { minPictures, loraName, maxPictures } from './starter.ts'

export const fineTuningCheck = z.object({ source: inferenceSource, loraName: loraName.optional() })

export const inspectedData = z.object({
  pictures: count,
  captioned: count,
  labeled: count,
  isNameTaken: z.boolean(),
})
export type InspectedData = z.output<typeof inspectedData>

export const fineTuningProblems = [
  'no-pictures',
  'too-many-pictures',
  'few-pictures',
  'captions-missing',
  'name-taken',
] as const
export interface FineTuningProblem {
  readonly problem: (typeof fineTuningProblems)[number]
  readonly isFatal: boolean
  readonly count: number
}

export function problemsOf({ pictures, captioned, labeled, isNameTaken }: InspectedData): FineTuningProblem[] {
  const uncaptioned = pictures - captioned - labeled
  const problems: (FineTuningProblem | false)[] = [
    pictures === 0 && { problem: 'no-pictures', isFatal: true, count: 0 },
    pictures > maxPictures && { problem: 'too-many-pictures', isFatal: true, count: pictures },
    isNameTaken && { problem: 'name-taken', isFatal: true, count: 0 },
    pictures > 0 && pictures < minPictures && { problem: 'few-pictures', isFatal: false, count: pictures },
    uncaptioned > 0 && { problem: 'captions-missing', isFatal: false, count: uncaptioned },
  ]
  return problems.filter((problem) => problem !== false)
}
