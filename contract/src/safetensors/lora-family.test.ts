import { expect, test } from 'vitest'
import { encodeSafetensors } from './encode.ts'
import { readSafetensorsHeader } from './header.ts'
import { inspectLora } from './lora.ts'

const zeros = (name: string, shape: readonly number[]) => ({
  name,
  type: 'F16' as const,
  shape,
  bytes: new Uint8Array(2 * shape.reduce((product, extent) => product * extent, 1)),
})
const read = (file: Uint8Array) => readSafetensorsHeader(file, file.length)

const fluxOfKohya = [zeros('lora_unet_double_blocks_0_img_attn_proj.lora_down.weight', [16, 3072])]
const fluxOfDiffusers = [zeros('transformer.single_transformer_blocks.0.attn.to_q.lora_A.weight', [16, 3072])]

const added = (block: number, width: number) => [
  zeros(`transformer.transformer_blocks.${block}.attn.add_k_proj.lora_A.weight`, [8, width]),
  zeros(`transformer.transformer_blocks.${block}.attn.to_q.lora_A.weight`, [8, width]),
]
const textOf2 = zeros('unet.down_blocks.0.attentions.0.transformer_blocks.0.attn2.to_k.lora_A.weight', [4, 1024])
const double = 'diffusion_model.double_blocks.0'
test.each([
  ['Qwen-Image by its metadata', 'unknown', added(0, 3072), { 'modelspec.architecture': 'qwen-image/lora' }],
  ['Qwen-Image by its blocks', 'unknown', added(42, 3072), {}],
  [
    'Qwen-Image by its modules',
    'unknown',
    [...added(0, 3072), zeros('transformer.transformer_blocks.0.img_mod.1.lora_A.weight', [8, 3072])],
    {},
  ],
  ['Flux of double blocks alone', 'flux', added(18, 3072), {}],
  [
    'Flux of kohya by its module',
    'flux',
    [zeros('lora_unet_other.lora_down.weight', [4, 9])],
    { ss_network_module: 'networks.lora_flux' },
  ],
  ['FLUX.2', 'unknown', fluxOfDiffusers, { 'modelspec.architecture': 'flux.2-dev/lora' }],
  ['SD 3.5 large', 'sd-3', added(30, 2432), {}],
  [
    'LyCORIS of SD 3',
    'sd-3',
    [zeros('lycoris_transformer_blocks_0_attn_add_k_proj.lokr_w1', [8, 8])],
    { ss_base_model_version: 'sd3m' },
  ],
  ['LyCORIS that says nothing', 'unknown', [zeros('lycoris_transformer_blocks_0_attn_add_k_proj.lokr_w1', [8, 8])], {}],
  ['Hunyuan by its metadata', 'unknown', fluxOfKohya, { ss_base_model_version: 'hunyuan-video' }],
  ['Hunyuan by its modules', 'unknown', [zeros(`${double}.img_mlp.fc1.lora_A.weight`, [8, 3072])], {}],
  [
    'Hunyuan by its blocks',
    'unknown',
    [zeros('lora_unet_double_blocks_19_img_attn_qkv.lora_down.weight', [8, 3072])],
    {},
  ],
  [
    'SVD',
    'unknown',
    [textOf2, zeros('unet.mid_block.attentions.0.temporal_transformer_blocks.0.attn1.to_q.lora_A.weight', [4, 1280])],
    {},
  ],
  ['SVD by its metadata', 'unknown', [textOf2], { 'modelspec.architecture': 'stable-video-diffusion/lora' }],
  [
    'a transformer whose text is as wide as that of SDXL',
    'unknown',
    [zeros('transformer.transformer_blocks.0.attn2.to_k.lora_A.weight', [4, 2048])],
    {},
  ],
] as const)(
  'a network that shares its modules with others is not taken for them: %s',
  (_, family, tensors, metadata) => {
    expect(inspectLora(read(encodeSafetensors(tensors, metadata)))?.family).toBe(family)
  },
)

test.each([
  [
    'LoKr of whole factors',
    null,
    [
      ['w1', [16, 16]],
      ['w2', [192, 192]],
    ],
  ],
  [
    'LoKr of a whole factor',
    4,
    [
      ['w1', [16, 16]],
      ['w2_a', [192, 4]],
      ['w2_b', [4, 192]],
    ],
  ],
  [
    'LoKr of a convolution',
    4,
    [
      ['w1', [16, 16]],
      ['w2_a', [4, 192]],
      ['w2_b', [4, 192]],
      ['t2', [4, 4, 3, 3]],
    ],
  ],
] as const)('the rank of %s', (_, rank, factors) => {
  const tensors = factors.map(([name, shape]) => zeros(`lycoris_blocks_0_q.lokr_${name}`, [...shape]))
  expect(inspectLora(read(encodeSafetensors(tensors, {})))).toMatchObject({ kind: 'lokr', rank, moduleCount: 1 })
})

test('the rank of a LoHa of a convolution', () => {
  const shapes = {
    w1_a: [4, 320],
    w1_b: [4, 640],
    w2_a: [4, 320],
    w2_b: [4, 640],
    t1: [4, 4, 3, 3],
    t2: [4, 4, 3, 3],
  }
  const tensors = Object.entries(shapes).map(([name, shape]) => zeros(`lycoris_conv.hada_${name}`, shape))
  expect(inspectLora(read(encodeSafetensors(tensors, {})))).toMatchObject({ kind: 'loha', rank: 4, moduleCount: 1 })
})
