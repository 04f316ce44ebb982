import { z } from 'zod'
import { count, description, id, name, time } from '../kernel/fields.ts'
import type { Text } from '../kernel/text.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const maxScore = 100
export const maxCriteria = 20
export const maxCriterionWeight = 100

const both = z.object({ en: z.string().trim().min(1).max(1_000), zh: z.string().trim().min(1).max(1_000) })

/** A criterion, scored 0 to 100. */
export const criterion = z.object({
  key: z.string().regex(/^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/),
  name: both,
  description: both,
  /** Weight in the image's score, relative to the other criteria. */
  weight: z.number().positive().max(maxCriterionWeight).default(1),
})
export type Criterion = z.output<typeof criterion>

/** A change creates a new version; evaluations keep naming the version they used. */
export const standardDraft = z.object({
  name,
  description: description.default(''),
  criteria: z
    .array(criterion)
    .min(1)
    .max(maxCriteria)
    .refine(
      (all) => new Set(all.map(({ key }) => key)).size === all.length,
      schemaMessage('two criteria have the same key', '两项标准的键相同'),
    ),
})
export type StandardDraft = z.output<typeof standardDraft>

/** Refused with `standard.conflict` unless `baseVersion` is the stored version, or the change is stored already. */
export const standardChange = standardDraft.extend({ baseVersion: count })
export type StandardChange = z.output<typeof standardChange>

export const standard = standardDraft.extend({
  id,
  version: count,
  /** Shipped with the product: it can be copied, but neither changed nor deleted. */
  builtIn: z.boolean(),
  createdBy: z.string().nullable(),
  updatedAt: time.nullable(),
})
export type Standard = z.output<typeof standard>

export const usedStandard = standard.pick({ id: true, version: true, name: true, criteria: true })
export type UsedStandard = z.output<typeof usedStandard>

interface ReadyStandard {
  readonly id: string
  /** Incremented when its criteria change, which invalidates earlier scores. */
  readonly version: number
  readonly name: Text
  readonly description: Text
  readonly criteria: readonly Criterion[]
}

const criterionOf = (key: string, name: Text, description: Text, weight = 1): Criterion => ({
  key,
  name,
  description,
  weight,
})

export const realismStandard = 'realism'
export const promptStandard = 'prompt-agreement'

export const readyStandards: readonly ReadyStandard[] = [
  {
    id: realismStandard,
    version: 1,
    name: { en: 'Realism', zh: '真实感' },
    description: { en: 'Whether the image could be a photograph.', zh: '图片是否像真实拍摄的照片。' },
    criteria: [
      criterionOf(
        'geometry',
        { en: 'Geometry', zh: '几何结构' },
        {
          en: 'Shapes, proportions and perspective: 0 is impossible or deformed, 100 is as in a photograph.',
          zh: '形状、比例与透视：0 表示不可能或变形，100 表示与照片一致。',
        },
      ),
      criterionOf(
        'light',
        { en: 'Light and shadow', zh: '光影' },
        {
          en: 'Light, shadows and reflections agree with each other: 0 is contradictory, 100 is fully consistent.',
          zh: '光线、阴影与反射是否一致：0 表示相互矛盾，100 表示完全一致。',
        },
      ),
      criterionOf(
        'texture',
        { en: 'Materials', zh: '材质' },
        {
          en: 'Surfaces and fine detail: 0 is plastic, smeared or repeated, 100 is natural.',
          zh: '表面与细节：0 表示塑料感、涂抹或重复，100 表示自然。',
        },
      ),
      criterionOf(
        'artefacts',
        { en: 'Freedom from artifacts', zh: '无伪影' },
        {
          en: 'Seams, ghosts, garbled text, extra parts: 0 is full of them, 100 has none.',
          zh: '接缝、重影、乱码文字、多余部件：0 表示大量存在，100 表示没有。',
        },
      ),
    ],
  },
  {
    id: promptStandard,
    version: 1,
    name: { en: 'Agreement with the prompt', zh: '与提示词一致' },
    description: {
      en: 'Whether the image shows what the prompt asks for. Where no prompt is known, whether its subject is clear.',
      zh: '图片是否呈现提示词要求的内容；没有提示词时，主题是否清晰。',
    },
    criteria: [
      criterionOf(
        'subjects',
        { en: 'Subjects', zh: '主体' },
        {
          en: 'Everything that was asked for is there: 0 is nothing of it, 100 is all.',
          zh: '要求的内容是否都在：0 表示全无，100 表示全部出现。',
        },
        2,
      ),
      criterionOf(
        'attributes',
        { en: 'Attributes', zh: '属性' },
        {
          en: 'Counts, colors, materials and places are as asked: 0 is all wrong, 100 is all right.',
          zh: '数量、颜色、材质与位置是否符合要求：0 表示全错，100 表示全对。',
        },
      ),
      criterionOf(
        'nothing-else',
        { en: 'Nothing else', zh: '无多余内容' },
        {
          en: 'Nothing stands out that was not asked for: 0 is mostly other things, 100 is none.',
          zh: '是否没有突出的多余内容：0 表示多为其他内容，100 表示没有。',
        },
      ),
    ],
  },
  {
    id: 'training-worth',
    version: 1,
    name: { en: 'Worth for training', zh: '训练价值' },
    description: { en: 'Whether a model learns from the image.', zh: '图片对模型训练是否有价值。' },
    criteria: [
      criterionOf(
        'visibility',
        { en: 'Visible objects', zh: '目标可见' },
        {
          en: 'Objects can be told and outlined by a person: 0 is not at all, 100 is without doubt.',
          zh: '人能否辨认并勾画目标：0 表示完全不能，100 表示毫无疑问。',
        },
        2,
      ),
      criterionOf(
        'quality',
        { en: 'Picture quality', zh: '画质' },
        {
          en: 'Focus, exposure and noise: 0 is unusable, 100 is as from a good camera.',
          zh: '对焦、曝光与噪点：0 表示不可用，100 表示优质相机水准。',
        },
      ),
      criterionOf(
        'plausibility',
        { en: 'Plausible scene', zh: '场景合理' },
        {
          en: 'A scene that a camera in use could meet: 0 is never, 100 is every day.',
          zh: '实际使用中的相机是否会遇到：0 表示绝不会，100 表示每天都会。',
        },
      ),
      criterionOf(
        'content',
        { en: 'Content', zh: '信息量' },
        {
          en: 'How much there is to learn from it: 0 is empty or trivial, 100 is rich and varied.',
          zh: '可供学习的内容：0 表示空洞，100 表示丰富多样。',
        },
      ),
    ],
  },
]
