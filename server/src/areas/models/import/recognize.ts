import { type InputSettings, maxInputSize } from '@vermilion/contract/detection/input-settings'
import { metadataKey, type ModelMetadata, modelMetadata } from '@vermilion/contract/detection/model-metadata'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ModelDialect } from '@vermilion/contract/models/model-files'
import { readJsonText } from '#areas/settings'
import { type Dialect, labelsInFile } from './dialects/dialect.ts'
import { classifier, segmenter } from './dialects/plain.ts'
import {
  externalData,
  foreignOperators,
  hugeInput,
  hugeTensor,
  otherTensors,
  otherVersion,
  refuse,
} from './dialects/refusals.ts'
import { rfDetr } from './dialects/rf-detr.ts'
import { rtDetr } from './dialects/rt-detr.ts'
import { torchvision } from './dialects/torchvision.ts'
import { ultralytics } from './dialects/ultralytics.ts'
import type { OnnxFacts } from './onnx-facts.ts'

export interface RecognizedModel {
  readonly dialect: ModelDialect
  readonly metadata: ModelMetadata
  readonly isAsDescribed: boolean
}

export interface Corrections {
  readonly labels?: readonly string[] | undefined
  readonly input?: InputSettings | undefined
}

/** In order of matching: less specific dialects come last. */
const dialects = {
  'rf-detr': rfDetr,
  'rt-detr': rtDetr,
  ultralytics,
  torchvision,
  classifier,
  segmenter,
} as const satisfies Readonly<Record<Exclude<ModelDialect, 'vermilion'>, Dialect>>

/** Largest tensor that a model may create: 2 GiB of floats. */
const largestTensor = 2 ** 29
const bytesOfFloat = 4

export function recognizeModel(facts: OnnxFacts, { labels, input }: Corrections = {}): RecognizedModel {
  if (facts.hasExternalData) throw fail('model-file.unsafe', { reason: externalData })
  if (facts.foreignDomains.length > 0)
    throw fail('model-file.unsafe', { reason: foreignOperators(facts.foreignDomains.join(', ')) })
  if (facts.largestTensor > largestTensor)
    throw fail('model-file.unsafe', { reason: hugeTensor(Math.round((facts.largestTensor * bytesOfFloat) / 2 ** 30)) })
  const own = facts.metadata[metadataKey]
  const { dialect, metadata } = own === undefined ? foreignModel(facts, labels) : ownModel(own)
  const corrected = { ...metadata, input: { ...metadata.input, ...input } }
  const { size, height = size, batch = 1 } = corrected.input
  if (batch * size * height > maxInputSize ** 2) throw refuse(hugeInput(`${batch} × 3 × ${height} × ${size}`))
  const isCorrected = JSON.stringify(corrected) !== JSON.stringify(metadata)
  return { dialect, metadata: corrected, isAsDescribed: own !== undefined && !isCorrected }
}

function foreignModel(facts: OnnxFacts, typed: readonly string[] | undefined) {
  const names = { typed, inFile: labelsInFile(facts, typed !== undefined) }
  for (const [dialect, recognize] of Object.entries(dialects)) {
    const metadata = recognize(facts, names)
    if (metadata === undefined) continue
    const parsed = modelMetadata.safeParse(metadata)
    if (parsed.success) return { dialect: dialect as ModelDialect, metadata: parsed.data }
    throw refuse(otherTensors(facts))
  }
  throw refuse(otherTensors(facts))
}

function ownModel(text: string) {
  const parsed = modelMetadata.safeParse(readJsonText(text))
  if (!parsed.success) throw refuse(otherVersion)
  return { dialect: 'vermilion' as const, metadata: parsed.data }
}
