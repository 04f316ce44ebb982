import { z } from 'zod'
import { labelTypes } from '../labels/dataset-labels.ts'
import { writtenFormatKinds } from '../formats/offers.ts'
import { parameterDefinition } from './image-parameters.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { id } from '../kernel/fields.ts'
import { taskCommand } from './creation.ts'
import { trainingImage } from '../tasks.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/** Reserved for built-in images. */
const ownName = /^vermilion\//

export const imageName = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9._/-]{0,98}[a-z0-9])?$/,
    schemaMessage('has small letters, digits and . _ - / between them', '只能包含小写字母、数字，以及中间的 . _ - /'),
  )
  .refine(
    (name) => !ownName.test(name),
    schemaMessage('names that begin with vermilion/ are the product’s own', '以 vermilion/ 开头的名称由本产品保留'),
  )

const part = String.raw`[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*`
const registry = String.raw`[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?(?::\d{1,5})?`
/** Image reference as container engines take it, with or without digest: `registry.example/team/trainer:1.2`. */
export const imageAddress = z
  .string()
  .trim()
  .max(500)
  .regex(
    new RegExp(String.raw`^(?:${registry}/)?${part}(?:/${part})*(?::\w[\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$`),
    schemaMessage(
      'is the address of an image, such as registry.example/team/trainer:1.2',
      '须为镜像地址，例如 registry.example/team/trainer:1.2',
    ),
  )

const parameter = parameterDefinition
  .refine(({ minimum, maximum }) => minimum <= maximum, {
    path: ['maximum'],
    message: schemaMessage('is below the minimum', '小于最小值'),
  })
  .refine(({ minimum, maximum, default: usual }) => usual >= minimum && usual <= maximum, {
    path: ['default'],
    message: schemaMessage('is not between minimum and maximum', '不在最小值和最大值之间'),
  })

const shortText = z.string().trim().min(1).max(100)

const imageFields = z.object({
  name: imageName,
  title: z.string().trim().min(1).max(100),
  address: imageAddress,
  framework: shortText,
  labelTypes: z.array(z.enum(labelTypes)).min(1).max(labelTypes.length),
  dataFormat: z.enum(writtenFormatKinds),
  /** Program path in the image. Without `{parameters}` these are appended. */
  command: taskCommand.refine(
    ([program = '']) => program.startsWith('/'),
    schemaMessage('the program is given by its whole path', '程序须使用完整路径'),
  ),
  parameters: z
    .record(z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/), parameter)
    .refine((all) => Object.keys(all).length <= 50, schemaMessage('has more than 50 parameters', '参数超过 50 个')),
  accelerators: z.array(shortText).max(10),
  writes: z.array(z.string().trim().min(1).max(200)).max(50),
})

export const imageCreate = imageFields.extend({
  title: imageFields.shape.title.optional(),
  parameters: imageFields.shape.parameters.default({}),
  accelerators: imageFields.shape.accelerators.default([]),
  writes: imageFields.shape.writes.default(['results.csv', 'best.onnx']),
})
export type ImageCreate = z.input<typeof imageCreate>

/** Tasks reference images by name, which cannot change. */
export const imageUpdate = imageFields.omit({ name: true }).partial()

export const imageEndpoints = {
  createTrainingImage: endpoint('POST', '/training-images', {
    summary: { en: 'Add an image of your own to the catalog', zh: '向目录添加自有镜像' },
    body: imageCreate,
    answer: trainingImage,
    errors: ['image.name-taken'],
  }),
  updateTrainingImage: endpoint('PATCH', '/training-images/:imageId', {
    summary: {
      en: 'Change an image of your own: its address and command only while no task that uses it runs or waits',
      zh: '修改自有镜像；仅当没有使用该镜像的任务正在运行或排队时，才能修改其地址和命令',
    },
    body: imageUpdate,
    answer: trainingImage,
    errors: ['image.not-found', 'image.in-use'],
  }),
  deleteTrainingImage: endpoint('DELETE', '/training-images/:imageId', {
    summary: {
      en: 'Take an image of your own out of the catalog. Tasks that ran it stay',
      zh: '从目录移除自有镜像；已运行的任务保留',
    },
    answer: z.object({}),
    errors: ['image.not-found', 'image.in-use'],
  }),
  checkTrainingImage: endpoint('POST', '/training-images/:imageId/check', {
    summary: {
      en: 'Try an image of your own in a resource pool: fetch it, find its program, and run that with --help',
      zh: '在资源池中检查自有镜像：拉取、查找程序并以 --help 运行',
    },
    body: z.object({ pool: id }),
    answer: trainingImage,
    errors: ['image.not-found', 'image.other-pool', 'pool.not-found'],
  }),
} as const
