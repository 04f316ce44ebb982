import type { TensorEntry } from './header.ts'

export const loraFamilies = ['materials', 'sd-1.5', 'sd-2', 'sdxl', 'sd-3', 'flux', 'unknown'] as const
export type LoraFamily = (typeof loraFamilies)[number]

export const materialsBase = 'vermilion-materials-1'

const familiesByName: readonly [RegExp, LoraFamily][] = [
  [/^vermilion-materials-1(?:\/|$)/, 'materials'],
  // These bases share module names with a family above without belonging to it.
  [
    /^flux[-_. ]?2|chroma|qwen|hunyuan|svd|video|wan|ltx|lumina|hidream|aura|cosmos|kandinsky|pixart|sana|cascade|kolors|z[-_]?image|playground|animatediff/,
    'unknown',
  ],
  [/^(?:networks\.lora_)?flux/, 'flux'],
  [/^(?:networks\.lora_)?(?:sd3|sd_?v3|sd3\.5|stable-diffusion-v?3)/, 'sd-3'],
  [/^(?:sdxl|stable-diffusion-xl)/, 'sdxl'],
  [/^(?:sd_?v?2|stable-diffusion-v2)/, 'sd-2'],
  [/^(?:sd_?v?1|stable-diffusion-v1)/, 'sd-1.5'],
]
const statingKeys = ['modelspec.architecture', 'ss_base_model_version', 'ss_network_module']

/** Family named by the metadata, `unknown` for other names; undefined without a name. */
function statedFamily(metadata: ReadonlyMap<string, string>): LoraFamily | undefined {
  for (const key of statingKeys) {
    const name = (metadata.get(key) ?? '').trim().toLowerCase()
    const match = familiesByName.find(([pattern]) => pattern.test(name))
    if (match !== undefined) return match[1]
  }
  return undefined
}

/**
 * Module names follow kohya's or diffusers' scheme; the first applies without metadata. Flux has 19 double-stream and 38
 * single-stream blocks.
 */
const familiesByModule: readonly [RegExp, readonly LoraFamily[]][] = [
  [/temporal_transformer_blocks|time_stack|motion_modules/, ['unknown']],
  [/transformer_blocks[._]\d+[._](?:img|txt)_(?:mlp|mod)|token_refiner/, ['unknown']],
  [
    /double_blocks[._]\d+[._](?:img|txt)_(?:mlp[._]fc\d|mod[._]linear)|single_blocks[._]\d+[._]modulation[._]linear/,
    ['unknown'],
  ],
  [/double_blocks[._](?:19|[2-9]\d)[._]|single(?:_transformer)?_blocks[._](?:3[89]|[4-9]\d)[._]/, ['unknown']],
  [/(?:^|[._])(?:double_blocks|single_blocks|single_transformer_blocks)[._]\d/, ['flux']],
  [/(?:^|[._])joint_blocks[._]\d/, ['sd-3']],
]
const familiesByUnet: readonly [RegExp, readonly LoraFamily[]][] = [
  // Two text encoders, or attention with more than one layer.
  [/^lora_te2_|^text_encoder_2\./, ['sdxl', 'sd-3', 'flux']],
  [/(?:attentions|(?:input|output)_blocks[._]\d+|middle_block)[._]\d+[._]transformer_blocks[._][1-9]/, ['sdxl']],
]

/** Double-stream attention, shared by SD 3, Flux and Qwen-Image, which differ in width and number of blocks. */
const addedAttention = /(?:^|[._])transformer_blocks[._](\d+)[._]attn[._]add_[qkv]_proj(.*)$/
const widths: ReadonlyMap<number, LoraFamily> = new Map([
  [1536, 'sd-3'],
  [2432, 'sd-3'],
  [3072, 'flux'],
])
const fluxBlocks = 19

function familiesByAddedAttention(tensors: readonly TensorEntry[]): readonly LoraFamily[] {
  const matches = tensors.flatMap(({ name, shape }) => {
    const [, block, part = ''] = addedAttention.exec(name) ?? []
    return block === undefined ? [] : [{ block: Number(block), width: isDown.test(part) ? shape[1] : undefined }]
  })
  if (matches.length === 0) return []
  const family = widths.get(matches.find(({ width }) => width !== undefined)?.width ?? 0)
  if (family === 'flux' && matches.some(({ block }) => block >= fluxBlocks)) return ['unknown']
  return family === undefined ? ['unknown', 'sd-3', 'flux'] : [family]
}

const familiesByTextWidth = new Map<number, LoraFamily>([
  [768, 'sd-1.5'],
  [1024, 'sd-2'],
  [2048, 'sdxl'],
])
const isDown = /[._](?:lora_down|lora_A(?:\.default)?|lora\.down|down)\.weight$/
const takesText =
  /(?:(?:down|up)_blocks|mid_block|(?:input|output)_blocks|middle_block).*attn2[._](?:processor\.)?to_[kv](?:_lora)?[._](?:lora_down|lora_A(?:\.default)?|lora\.down|down)\.weight$/

function familiesOf(tensors: readonly TensorEntry[]): readonly LoraFamily[] {
  const byNames = (table: readonly [RegExp, readonly LoraFamily[]][]) =>
    table.find(([pattern]) => tensors.some(({ name }) => pattern.test(name)))?.[1] ?? []
  const width = tensors.find(({ name }) => takesText.test(name))?.shape[1]
  const byWidth = familiesByTextWidth.get(width ?? 0)
  return (
    [
      byNames(familiesByModule),
      familiesByAddedAttention(tensors),
      byNames(familiesByUnet),
      byWidth === undefined ? [] : [byWidth],
    ].find((families) => families.length > 0) ?? []
  )
}

/** The tensors decide when they fit one family, else the metadata, which come first for materials: their modules share names. */
export function loraFamilyOf(tensors: readonly TensorEntry[], metadata: ReadonlyMap<string, string>): LoraFamily {
  const stated = statedFamily(metadata)
  if (stated === 'materials' || stated === 'unknown') return stated
  const fitting = familiesOf(tensors)
  if (stated !== undefined && (fitting.length === 0 || fitting.includes(stated))) return stated
  return fitting[0] ?? 'unknown'
}

/** Type of adaptation. `dora` separates direction and magnitude; `locon`, `loha` and `lokr` come from LyCORIS. */
export const loraKinds = ['lora', 'locon', 'loha', 'lokr', 'dora'] as const
export type LoraKind = (typeof loraKinds)[number]

export const loraDialects = ['kohya', 'diffusers'] as const
export type LoraDialect = (typeof loraDialects)[number]

/** Only LoCon adapts convolutions with larger kernels. */
const isWide = ({ name, shape }: TensorEntry) =>
  shape.length === 4 && /[._](?:lora_down|lora_A(?:\.default)?)\.weight$/.test(name) && shape[2]! * shape[3]! > 1

export function loraKindOf(tensors: readonly TensorEntry[]): LoraKind {
  const has = (pattern: RegExp) => tensors.some(({ name }) => pattern.test(name))
  if (has(/[._](?:dora_scale|lora_magnitude_vector(?:\.weight|\.default\.weight)?)$/)) return 'dora'
  if (has(/\.hada_w1_a$/)) return 'loha'
  if (has(/\.lokr_w1(?:_a)?$/)) return 'lokr'
  return has(/\.lora_mid\.weight$/) || tensors.some(isWide) ? 'locon' : 'lora'
}

/** Kohya's trainers write module paths with underscores after `lora_unet_` and similar. */
export const loraDialectOf = (tensors: readonly TensorEntry[]): LoraDialect =>
  tensors.some(({ name }) => /^(?:lora_|lycoris_)/.test(name)) ? 'kohya' : 'diffusers'
