import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'

/** What the random numbers of a run begin with. */
export const seed = {
  kind: 'integer',
  label: { en: 'Random seed', zh: '随机种子' },
  default: 1,
  minimum: 0,
  maximum: 2_147_483_647,
} as const satisfies ParameterDefinition

/** Of the starter engines. */
export const learningRate = {
  kind: 'number',
  label: { en: 'Learning rate', zh: '学习率' },
  default: 0.002,
  minimum: 0.00001,
  maximum: 0.1,
} as const satisfies ParameterDefinition
