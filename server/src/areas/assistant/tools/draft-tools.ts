import { generationConfig } from '@vermilion/contract/generations/config'
import { id } from '@vermilion/contract/kernel/fields'
import { rolloutCreate } from '@vermilion/contract/rollouts/creation'
import { taskCreateFields, taskData, taskParameters } from '@vermilion/contract/tasks/creation'
import { z } from 'zod'
import { ownTool } from './own-tool.ts'
import type { Tool } from './tool.ts'

const training = taskCreateFields
  .omit({ secrets: true })
  .extend({ dataSources: z.array(taskData).min(1).max(8), parameters: taskParameters.default({}) })
  .strict()

const drafted = async () => ({
  drafted: 'The person sees a button that opens the form with these values. Nothing was started.',
})

export const draftTools: readonly Tool[] = [
  ownTool({
    name: 'draft_training',
    title: { en: 'Draft of a training task', zh: '训练任务草稿' },
    description:
      'Fills the form of a new training task, for the person to look over and start. Nothing is started by it',
    form: 'training',
    arguments: training,
    run: drafted,
  }),
  ownTool({
    name: 'draft_generation',
    title: { en: 'Draft of a generation', zh: '图片生成草稿' },
    description: 'Fills the form of a new generation of images, for the person to look over and start',
    form: 'generation',
    arguments: z.strictObject({ spaceId: id, config: generationConfig }),
    run: drafted,
  }),
  ownTool({
    name: 'draft_rollout',
    title: { en: 'Draft of a rollout', zh: '发布草稿' },
    description: 'Fills the form of a new rollout of an artifact to devices, for the person to look over and start',
    form: 'rollout',
    arguments: rolloutCreate.pick({ name: true, artifactId: true, devices: true }).strict(),
    run: drafted,
  }),
]
