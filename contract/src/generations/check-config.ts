import type { ErrorName } from '../kernel/errors.ts'
import { type GenerationConfig, isEmptyItem, sideStep, minGeneratedSide } from './config.ts'
import { renderedFamily, strongestMaterial } from '../models/lora.ts'
import { itemThings, type WorkflowCapabilities } from './engines.ts'

export interface ConfigProblem {
  readonly path: readonly (string | number)[]
  readonly error: ErrorName
  readonly values: Readonly<Record<string, unknown>>
}

/** Problems that prevent starting a config with a workflow, in form order. Shared by form and server (R5.06, R5.07, R5.08). */
export function checkConfig(config: GenerationConfig, capabilities: WorkflowCapabilities): ConfigProblem[] {
  return [
    ...sideProblems(config, capabilities),
    ...itemProblems(config, capabilities),
    ...fieldProblems(config, capabilities),
    ...loraProblems(config, capabilities),
    ...rangeProblems(config),
  ]
}

function problem(
  path: readonly (string | number)[],
  error: ErrorName,
  values: ConfigProblem['values'] = {},
): ConfigProblem {
  return { path, error, values }
}

function sideProblems(config: GenerationConfig, { largestSide }: WorkflowCapabilities): ConfigProblem[] {
  const sides = ['width', 'height'] as const
  return sides.flatMap((side) => {
    const pixels = config[side]
    const isFit = pixels % sideStep === 0 && pixels >= minGeneratedSide && pixels <= largestSide
    const values = { least: minGeneratedSide, most: largestSide }
    return isFit ? [] : [problem([side], 'generation.side', values)]
  })
}

function itemProblems({ items }: GenerationConfig, { vocabulary }: WorkflowCapabilities): ConfigProblem[] {
  if (items.length === 0) return [problem(['items'], 'generation.incomplete')]
  return items.flatMap((item, index) => {
    if (isEmptyItem(item)) return [problem(['items', index], 'generation.empty-items')]
    if (vocabulary === null) return []
    return itemThings.flatMap((thing) => {
      const word = item[thing]
      const words = vocabulary[thing]
      if (word === '' || words.includes(word)) return []
      const values = { item: index + 1, word, known: words.join(', ') }
      return [problem(['items', index, thing], 'generation.word-unknown', values)]
    })
  })
}

function fieldProblems(config: GenerationConfig, capabilities: WorkflowCapabilities): ConfigProblem[] {
  const enabled = config.loras.filter((lora) => lora.enabled)
  const unnamed = config.loras.findIndex((lora) => lora.enabled && lora.name === '')
  return [
    ...(enabled.length > 0 && !capabilities.loras
      ? [problem(['loras'], 'generation.field-unfit', { field: 'LoRA' })]
      : []),
    ...(unnamed === -1 ? [] : [problem(['loras', unnamed, 'name'], 'generation.incomplete')]),
    ...(config.depthReference !== null && !capabilities.depthReference
      ? [problem(['depthReference'], 'generation.field-unfit', { field: 'ControlNet' })]
      : []),
    ...(config.styleImage !== null && !capabilities.styleImage
      ? [problem(['styleImage'], 'generation.field-unfit', { field: { en: 'style image', zh: '风格图片' } })]
      : []),
    ...(config.negativePrompt !== '' && !capabilities.negativePrompt
      ? [problem(['negativePrompt'], 'generation.field-unfit', { field: { en: 'negative prompt', zh: '反向提示词' } })]
      : []),
    ...(config.byProducts.length > 0 && !capabilities.truth
      ? [
          problem(['byProducts'], 'generation.field-unfit', {
            field: { en: 'depth maps and masks', zh: '深度图和掩码' },
          }),
        ]
      : []),
  ]
}

/** Problems of LoRAs with the renderer, which uses them as floor textures. */
function loraProblems({ loras }: GenerationConfig, { loraFamily }: WorkflowCapabilities): ConfigProblem[] {
  if (loraFamily !== renderedFamily) return []
  const enabled = loras.flatMap((lora, index) => (lora.enabled ? [{ ...lora, index }] : []))
  const [, second] = enabled
  const strengths = enabled.flatMap(({ index, strength, minimum, maximum }) =>
    [minimum ?? strength, maximum ?? strength].map((value) => ({ index, value })),
  )
  const unfit = strengths.find(({ value }) => value < 0 || value > strongestMaterial)
  return [
    ...(second === undefined ? [] : [problem(['loras', second.index], 'generation.lora-several')]),
    ...(unfit === undefined
      ? []
      : [problem(['loras', unfit.index, 'strength'], 'generation.lora-strength', { most: strongestMaterial })]),
  ]
}

function rangeProblems({ loras, score }: GenerationConfig): ConfigProblem[] {
  const ofLoras = loras.flatMap(({ enabled, minimum, maximum }, index) => {
    if (!enabled || (minimum === null && maximum === null)) return []
    if (minimum === null || maximum === null) return [problem(['loras', index], 'generation.incomplete')]
    return minimum > maximum ? [problem(['loras', index, 'minimum'], 'generation.range')] : []
  })
  const ofScore =
    score !== null && score.minimum > score.maximum ? [problem(['score', 'minimum'], 'generation.range')] : []
  return [...ofLoras, ...ofScore]
}
