import { z } from 'zod'

/** Named kinds by the name of their ids in paths and responses. Conversations with the assistant are private, so not listed. */
export const auditSubjectIds = {
  space: ['spaceId', 'sampleId'],
  file: ['fileId'],
  dataset: ['datasetId'],
  version: ['versionId'],
  task: ['taskId', 'trainingId', 'inferenceId', 'fineTuningId'],
  sweep: ['sweepId'],
  'training-image': ['imageId', 'trainingImageId'],
  pool: ['poolId'],
  model: ['modelId'],
  device: ['deviceId'],
  artifact: ['artifactId'],
  rollout: ['rolloutId'],
  generation: ['generationId'],
  'generation-preset': ['presetId', 'generationPresetId'],
  workflow: ['workflowId'],
  evaluation: ['evaluationId', 'dataEvaluationId'],
  standard: ['standardId', 'evaluationStandardId'],
  service: ['serviceId'],
  account: ['accountId'],
  'access-token': ['tokenId'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AuditSubjectKind = keyof typeof auditSubjectIds
export const auditSubjectKinds = Object.keys(auditSubjectIds) as [AuditSubjectKind, ...AuditSubjectKind[]]

const kindsById = new Map<string, AuditSubjectKind>(
  auditSubjectKinds.flatMap((kind) => auditSubjectIds[kind].map((name) => [name, kind])),
)

export const auditSubjectKindOf = (idName: string): AuditSubjectKind | undefined => kindsById.get(idName)

export const auditSubject = z.object({
  kind: z.enum(auditSubjectKinds),
  id: z.string(),
  /** Current name; the name at the time of the entry for something deleted since, null when unknown. */
  name: z.string().nullable(),
  isThere: z.boolean(),
  within: z.string().nullable(),
})
export type AuditSubject = z.output<typeof auditSubject>
