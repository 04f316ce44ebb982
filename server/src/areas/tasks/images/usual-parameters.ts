import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'

type Bounds = readonly [usual: number, minimum: number, maximum: number]
type More = Pick<ParameterDefinition, 'step' | 'hint'>

const parameter =
  (kind: ParameterDefinition['kind']) =>
  (en: string, zh: string, [usual, minimum, maximum]: Bounds, more: More = {}): ParameterDefinition => ({
    kind,
    label: { en, zh },
    default: usual,
    minimum,
    maximum,
    ...more,
  })
export const integer = parameter('integer')
export const number = parameter('number')

export const seed = integer('Random seed', '随机种子', [1, 0, 2_147_483_647], {
  hint: { en: 'The same seed makes the same training again.', zh: '相同的种子可重现相同的训练。' },
})

export const learningRate = number('Learning rate', '学习率', [0.002, 0.00001, 0.1], {
  hint: {
    en: 'How far one step goes. Too large never settles, too small takes long.',
    zh: '每一步的幅度：过大无法收敛，过小训练缓慢。',
  },
})

export const epochs = {
  kind: 'integer',
  label: { en: 'Epochs', zh: '训练轮次（epoch）' },
  hint: {
    en: 'How often every image is seen. More take longer, and learn more until the validation gets no better.',
    zh: '每张图片被学习的次数：越多耗时越长，在验证指标不再提升之前效果越好。',
  },
  minimum: 1,
} as const

export const inputSize = {
  kind: 'integer',
  label: { en: 'Input size', zh: '输入尺寸' },
  hint: {
    en: 'Pixels of a side at which the network sees an image. Larger finds smaller things, and takes longer.',
    zh: '网络读取图片的边长（像素）：越大越能发现小目标，耗时也越长。',
  },
  step: 32,
} as const

export const batch = {
  kind: 'integer',
  label: { en: 'Batch size', zh: '批大小' },
  hint: {
    en: 'Images of one step. More are steadier, and take more memory.',
    zh: '每一步使用的图片数：越多越稳定，占用内存也越多。',
  },
  minimum: 1,
} as const

/** Pictures that are read in tiles; devices do not. */
export const tileParameters = {
  tileOverlap: number('Overlap of tiles (0: no tiles)', '切片重叠比例（0 为不切片）', [0, 0, 0.5]),
  fullPicture: integer('With tiles, the full picture too', '切片时同时推理整图', [1, 0, 1]),
}

/** Parameters of every inference, on servers and devices, so that their metrics are comparable. */
export const inferenceParameters = {
  confidence: number('Confidence threshold', '置信度阈值', [0.25, 0.01, 1]),
  overlap: number('IoU threshold (NMS)', 'IoU 阈值（NMS）', [0.45, 0.1, 1]),
}
