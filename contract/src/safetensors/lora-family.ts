import type { TensorEntry } from './header.ts'

/** The kinds of base models that a LoRA can be told to be of. */
export const loraFamilies = ['materials', 'sd-1.5', 'sd-2', 'sdxl', 'sd-3', 'flux', 'unknown'] as const
export type LoraFamily = (typeof loraFamilies)[number]

/** What the starter engine of materials calls its base model in the metadata. */
export const materialsBase = 'vermilion-materials-1'

/** What the metadata of trainers calls the base models. */
const familiesByName: readonly [RegExp, LoraFamily][] = [
  [/^vermilion-materials-1$/, 'materials'],
  [/^flux/, 'flux'],
  [/^(?:sd3|sd_?v3|sd3\.5|stable-diffusion-v?3)/, 'sd-3'],
  [/^(?:sdxl|stable-diffusion-xl)/, 'sdxl'],
  [/^(?:sd_?v?2|stable-diffusion-v2)/, 'sd-2'],
  [/^(?:sd_?v?1|stable-diffusion-v1)/, 'sd-1.5'],
]

/** Names that only one kind of network has, as kohya or diffusers write its modules. */
const familiesByModule: readonly [RegExp, LoraFamily][] = [
  [/(?:^|[._])(?:double_blocks|single_blocks|single_transformer_blocks)[._]\d/, 'flux'],
  [/(?:^|[._])joint_blocks[._]\d|^transformer\.transformer_blocks\.\d+\.attn\.add_[qkv]_proj/, 'sd-3'],
  // Two text encoders; or attention of more than one layer.
  [/^lora_te2_|^text_encoder_2\./, 'sdxl'],
  [/(?:attentions|(?:input|output)_blocks[._]\d+|middle_block)[._]\d+[._]transformer_blocks[._][1-9]/, 'sdxl'],
]

/** The text's width, which the second attention of each U-Net layer takes in. */
const familiesByTextWidth = new Map<number, LoraFamily>([
  [768, 'sd-1.5'],
  [1024, 'sd-2'],
  [2048, 'sdxl'],
])
const takesText =
  /attn2[._](?:processor\.)?to_[kv](?:_lora)?[._](?:lora_down|lora_A(?:\.default)?|lora\.down|down)\.weight$/

/**
 * The family of a LoRA: by its tensors, which cannot be wrong, else by what its metadata says. Materials are told by
 * their metadata first, as other networks of such names would be by nobody's.
 */
export function loraFamilyOf(tensors: readonly TensorEntry[], metadata: ReadonlyMap<string, string>): LoraFamily {
  const stated = ['ss_base_model_version', 'modelspec.architecture'].map((key) =>
    (metadata.get(key) ?? '').toLowerCase(),
  )
  const byName = familiesByName.find(([pattern]) => stated.some((name) => pattern.test(name)))?.[1] ?? 'unknown'
  if (byName === 'materials') return byName
  for (const [pattern, family] of familiesByModule) {
    if (tensors.some(({ name }) => pattern.test(name))) return family
  }
  const width = tensors.find(({ name }) => takesText.test(name))?.shape[1]
  return familiesByTextWidth.get(width ?? 0) ?? byName
}

/** How a LoRA changes a layer. `dora`: by direction and magnitude; the middle three are of LyCORIS. */
export const loraKinds = ['lora', 'locon', 'loha', 'lokr', 'dora'] as const
export type LoraKind = (typeof loraKinds)[number]

/** By whose words its keys are written. */
export const loraDialects = ['kohya', 'diffusers'] as const
export type LoraDialect = (typeof loraDialects)[number]

/** Convolutions that look farther than a pixel are changed by LoCon alone. */
const isWide = ({ name, shape }: TensorEntry) =>
  shape.length === 4 && /[._](?:lora_down|lora_A(?:\.default)?)\.weight$/.test(name) && shape[2]! * shape[3]! > 1

export function loraKindOf(tensors: readonly TensorEntry[]): LoraKind {
  const has = (pattern: RegExp) => tensors.some(({ name }) => pattern.test(name))
  if (has(/[._](?:dora_scale|lora_magnitude_vector(?:\.weight|\.default\.weight)?)$/)) return 'dora'
  if (has(/\.hada_w1_a$/)) return 'loha'
  if (has(/\.lokr_w1(?:_a)?$/)) return 'lokr'
  return has(/\.lora_mid\.weight$/) || tensors.some(isWide) ? 'locon' : 'lora'
}

/** Kohya's trainers write a module's path with underscores, behind `lora_unet_` and the like. */
export const loraDialectOf = (tensors: readonly TensorEntry[]): LoraDialect =>
  tensors.some(({ name }) => /^(?:lora_|lycoris_)/.test(name)) ? 'kohya' : 'diffusers'
