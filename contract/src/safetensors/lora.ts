import type { SafetensorsHeader, TensorEntry } from './header.ts'
import {
  loraDialectOf,
  loraFamilyOf,
  loraKindOf,
  type LoraDialect,
  type LoraFamily,
  type LoraKind,
} from './lora-family.ts'

export interface LoraFacts {
  readonly family: LoraFamily
  readonly kind: LoraKind
  readonly dialect: LoraDialect
  readonly rank: number | null
  readonly alpha: number | null
  readonly moduleCount: number
  readonly triggerWords: readonly string[]
  readonly tags: readonly { readonly tag: string; readonly count: number }[]
}

/** Tensors that occur once per module in the schemes of kohya, diffusers and LyCORIS. */
const firstOfModule =
  /[._](?:lora_down|lora_A(?:\.default)?|lora\.down|lora_linear_layer\.down|lora\.down_layer|down)\.weight$|\.hada_w1_a$|\.lokr_w1(?:_a)?$/

const maxTags = 50
const maxTextLength = 200

export function inspectLora({ tensors, metadata }: SafetensorsHeader): LoraFacts | null {
  const modules = tensors.filter(({ name }) => firstOfModule.test(name))
  if (modules.length === 0) return null
  return {
    family: loraFamilyOf(tensors, metadata),
    kind: loraKindOf(tensors),
    dialect: loraDialectOf(tensors),
    rank: rankOf(tensors),
    alpha: numberIn(metadata.get('ss_network_alpha')),
    moduleCount: modules.length,
    triggerWords: triggerWordsOf(metadata.get('modelspec.trigger_phrase')),
    tags: tagsOf(metadata.get('ss_tag_frequency')),
  }
}

/** LyCORIS transposes the first factor of convolutions, never the second; an undecomposed LoKr factor has no rank. */
const rankPlaces: readonly [RegExp, 0 | 1][] = [
  [/\.(?:hada|lokr)_w[12]_b$/, 0],
  [/\.(?:hada|lokr)_w[12]_a$/, 1],
  [/[._](?:lora_down|lora_A(?:\.default)?|lora\.down|lora_linear_layer\.down|lora\.down_layer|down)\.weight$/, 0],
]

function rankOf(tensors: readonly TensorEntry[]): number | null {
  const isFactor = (pattern: RegExp) => tensors.some(({ name }) => pattern.test(name))
  const counts = new Map<number, number>()
  const [pattern, axis] = rankPlaces.find(([factor]) => isFactor(factor)) ?? []
  for (const { name, shape } of tensors) {
    const rank = pattern?.test(name) && axis !== undefined ? shape[axis] : undefined
    if (rank !== undefined) counts.set(rank, (counts.get(rank) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

function numberIn(text: string | undefined): number | null {
  const value = Number.parseFloat(text ?? '')
  return Number.isFinite(value) ? value : null
}

function triggerWordsOf(phrase: string | undefined): string[] {
  const triggers = (phrase ?? '').split(',').map((trigger) => trigger.trim().slice(0, maxTextLength))
  return [...new Set(triggers.filter((trigger) => trigger !== ''))].slice(0, maxTags)
}

function tagsOf(text: string | undefined): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const [tag, value] of Object.values(parseTags(text ?? '')).flatMap((folder) => Object.entries(folder ?? {}))) {
    const name = tag.trim().slice(0, maxTextLength)
    const count = typeof value === 'string' ? Number.parseFloat(value) : value
    if (name !== '' && typeof count === 'number' && Number.isFinite(count) && count > 0)
      counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const tags = [...counts].map(([tag, count]) => ({ tag, count }))
  return tags.toSorted((a, b) => b.count - a.count).slice(0, maxTags)
}

/** Tag counts by folder of pictures. Python writes non-JSON numbers. */
function parseTags(text: string): Record<string, Record<string, unknown> | null> {
  try {
    const parsed: unknown = JSON.parse(text.replaceAll(/:\s*(?:NaN|-?Infinity)(?=\s*[,}])/g, ': null'))
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(Object.entries(parsed).filter(([, folder]) => typeof folder === 'object')) as never
  } catch {
    return {}
  }
}
