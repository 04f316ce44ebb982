import { describe, expect, test } from 'vitest'
import { encodeSafetensors } from './encode.ts'
import { headerLimit, readSafetensorsHeader, SafetensorsError, safetensorsHeaderEnd } from './header.ts'
import { inspectLora } from './lora.ts'

const zeros = (name: string, shape: readonly number[]) => ({
  name,
  type: 'F16' as const,
  shape,
  bytes: new Uint8Array(2 * shape.reduce((product, extent) => product * extent, 1)),
})
const plain = encodeSafetensors([zeros('a', [2, 3]), zeros('b', [])], { note: '中文' })

function fileOf(header: string, data: number): Uint8Array {
  const text = new TextEncoder().encode(header)
  const file = new Uint8Array(8 + text.length + data)
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true)
  file.set(text, 8)
  return file
}
const read = (file: Uint8Array) => readSafetensorsHeader(file, file.length)
const tensor = (offsets: unknown, shape: unknown = [4], dtype = 'U8') => ({ dtype, shape, data_offsets: offsets })

describe('R1.06 the header of a safetensors file', () => {
  test('is read back as it was written, from its beginning alone', () => {
    const end = safetensorsHeaderEnd(plain.subarray(0, 8))
    const { metadata, tensors } = readSafetensorsHeader(plain.subarray(0, end), plain.length)
    expect(metadata).toEqual(new Map([['note', '中文']]))
    expect(tensors).toEqual([
      { name: 'a', type: 'F16', shape: [2, 3], begin: end, end: end + 12 },
      { name: 'b', type: 'F16', shape: [], begin: end + 12, end: end + 14 },
    ])
    expect(end % 8).toBe(0)
  })

  test('of a file cut off anywhere is refused', () => {
    for (let length = 0; length < plain.length; length += 1) {
      expect(() => read(plain.subarray(0, length)), `${length} bytes`).toThrow(SafetensorsError)
    }
  })

  test.each([
    ['overlaps', { a: tensor([0, 4]), b: tensor([2, 6]) }, 6, 'overlaps'],
    ['is there twice', { a: tensor([0, 4]), b: tensor([0, 4]) }, 4, 'overlaps'],
    ['leaves a hole', { a: tensor([0, 4]), b: tensor([5, 9]) }, 9, 'bytes of no tensor'],
    ['ends before the file', { a: tensor([0, 4]) }, 5, 'bytes of no tensor'],
    ['lies behind the file', { a: tensor([0, 4]) }, 3, 'outside the file'],
    ['ends before it begins', { a: tensor([4, 0]) }, 8, 'outside the file'],
    ['begins before the data', { a: tensor([-4, 0]) }, 8, 'not described'],
    ['lies at no whole byte', { a: tensor([0.5, 4.5]) }, 8, 'not described'],
    ['has one offset', { a: tensor([4]) }, 8, 'not described'],
    ['is longer than its shape', { a: tensor([0, 4], [2]) }, 4, 'shape'],
    ['has an endless shape', { a: tensor([0, 4], [2 ** 52, 2 ** 52, 2 ** 52]) }, 4, 'shape'],
    ['has a shape below nothing', { a: tensor([0, 4], [-2, -2]) }, 4, 'not described'],
    ['is of an unknown type', { a: tensor([0, 4], [4], 'F12') }, 4, 'not described'],
    ['is no object', { a: 'weights' }, 0, 'not described'],
  ])('is refused where a tensor %s', (_case, entries, data, reason) => {
    expect(() => read(fileOf(JSON.stringify(entries), data))).toThrow(reason)
  })

  test('of any length but a sensible one is refused before it is read', () => {
    const start = new Uint8Array(8)
    for (const length of [0n, 1n, BigInt(headerLimit) + 1n, 2n ** 63n, 2n ** 64n - 1n]) {
      new DataView(start.buffer).setBigUint64(0, length, true)
      expect(() => safetensorsHeaderEnd(start)).toThrow(SafetensorsError)
    }
  })

  test('that is no JSON object of texts and tensors is refused', () => {
    const wrong = ['[]', '{"a":', ' {}', '"a"', '{"__metadata__":{"a":1}}', '{"__metadata__":[]}', '{'.repeat(100_000)]
    for (const header of wrong) expect(() => read(fileOf(header, 0)), header.slice(0, 30)).toThrow(SafetensorsError)
    const notUnicode = fileOf('{"a":1}', 0)
    notUnicode[10] = 0xff
    expect(() => read(notUnicode)).toThrow(SafetensorsError)
    expect(read(fileOf('{}', 0)).tensors).toEqual([])
    const { metadata } = read(fileOf('{"__metadata__":{"__proto__":"a"}}', 0))
    expect(metadata.size).toBeLessThanOrEqual(1)
    expect(Object.prototype).not.toHaveProperty('a')
  })
})

const files = {
  'sd-1.5 of kohya': [
    zeros('lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn2_to_k.alpha', []),
    zeros('lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn2_to_k.lora_down.weight', [8, 768]),
    zeros('lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn2_to_k.lora_up.weight', [320, 8]),
    zeros('lora_te_text_model_encoder_layers_0_mlp_fc1.lora_down.weight', [8, 768]),
  ],
  'sd-1.5 of diffusers': [
    zeros('unet.down_blocks.0.attentions.0.transformer_blocks.0.attn2.to_k.lora_A.weight', [4, 768]),
    zeros('unet.down_blocks.0.attentions.0.transformer_blocks.0.attn2.to_k.lora_B.weight', [320, 4]),
  ],
  'sd-1.5 of old diffusers': [
    zeros('unet.down_blocks.0.attentions.0.transformer_blocks.0.attn2.processor.to_k_lora.down.weight', [4, 768]),
    zeros('unet.down_blocks.0.attentions.0.transformer_blocks.0.attn2.processor.to_k_lora.up.weight', [320, 4]),
  ],
  'sd-2 of kohya': [
    zeros('lora_unet_mid_block_attentions_0_transformer_blocks_0_attn2_to_v.lora_down.weight', [16, 1024]),
  ],
  'sdxl of kohya': [
    zeros('lora_te1_text_model_encoder_layers_0_mlp_fc1.lora_down.weight', [32, 768]),
    zeros('lora_unet_input_blocks_4_1_transformer_blocks_0_attn2_to_k.lora_down.weight', [32, 2048]),
  ],
  'sdxl of kohya without attention to text': [
    zeros('lora_unet_output_blocks_0_1_transformer_blocks_9_ff_net_2.lora_down.weight', [32, 5120]),
  ],
  'sdxl of diffusers': [zeros('unet.mid_block.attentions.0.transformer_blocks.7.attn1.to_q.lora_A.weight', [32, 1280])],
  'flux of kohya': [zeros('lora_unet_double_blocks_0_img_attn_proj.lora_down.weight', [16, 3072])],
  'flux of diffusers': [zeros('transformer.single_transformer_blocks.0.attn.to_q.lora_A.weight', [16, 3072])],
  'sd-3 of kohya': [zeros('lora_unet_joint_blocks_0_context_block_attn_proj.lora_down.weight', [16, 1536])],
  'sd-3 of diffusers': [zeros('transformer.transformer_blocks.0.attn.add_k_proj.lora_A.weight', [16, 1536])],
}

describe('R1.06 what a LoRA file says of itself', () => {
  test.each(Object.entries(files))('by its keys alone: %s', (name, tensors) => {
    const facts = inspectLora(read(encodeSafetensors(tensors, {})))
    expect(facts?.family).toBe(name.split(' ')[0])
    expect(facts?.rank).toBe(tensors.find(({ shape }) => shape.length === 2)!.shape[0])
    expect(facts?.moduleCount).toBe(tensors.filter(({ name: key }) => /down\.weight|lora_A/.test(key)).length)
    expect(facts).toMatchObject({ alpha: null, triggerWords: [], tags: [] })
  })

  test.each([
    ['lora', 'kohya', [zeros('lora_unet_mid_block_attentions_0_proj_in.lora_down.weight', [4, 320, 1, 1])]],
    ['locon', 'kohya', [zeros('lora_unet_conv_in.lora_down.weight', [4, 4, 3, 3])]],
    ['locon', 'diffusers', [zeros('unet.conv_in.lora_A.weight', [4, 4, 3, 3])]],
    ['loha', 'kohya', [zeros('lycoris_blocks_0_attn.hada_w1_a', [320, 4])]],
    ['lokr', 'kohya', [zeros('lora_unet_mid.lokr_w1_a', [8, 4])]],
    ['dora', 'kohya', [zeros('lora_unet_q.lora_down.weight', [4, 320]), zeros('lora_unet_q.dora_scale', [320, 1])]],
    [
      'dora',
      'diffusers',
      [zeros('transformer.q.lora_A.weight', [4, 320]), zeros('transformer.q.lora_magnitude_vector', [320])],
    ],
  ] as const)('how it changes a layer, and whose keys it has: %s of %s', (kind, dialect, tensors) => {
    expect(inspectLora(read(encodeSafetensors(tensors, {})))).toMatchObject({ kind, dialect, rank: 4 })
  })

  test.each([
    ['vermilion-materials-1', 'materials'],
    ['sd_v1', 'sd-1.5'],
    ['sd_v2_768_v', 'sd-2'],
    ['sdxl_base_v1-0', 'sdxl'],
    ['sd3', 'sd-3'],
    ['flux1', 'flux'],
    ['hunyuan', 'unknown'],
  ])('by its metadata where the keys do not tell: %s', (version, family) => {
    const tensors = [zeros('lora_unet_conv_in.lora_down.weight', [8, 4, 3, 3])]
    expect(inspectLora(read(encodeSafetensors(tensors, { ss_base_model_version: version })))?.family).toBe(family)
  })

  test('an odd entry among the captions costs itself alone', () => {
    const frequency =
      '{"10_floor": {"oak": 3, "odd": null, "many": NaN, "text": "2", "list": [1]}, "note": "none", "x": null, "2_more": {"oak": 4}}'
    const file = encodeSafetensors(files['flux of kohya'], { ss_tag_frequency: frequency })
    expect(inspectLora(read(file))?.tags).toEqual([
      { tag: 'oak', count: 7 },
      { tag: 'text', count: 2 },
    ])
  })

  test('keys count more than metadata', () => {
    const file = encodeSafetensors(files['flux of kohya'], { ss_base_model_version: 'sd_v1' })
    expect(inspectLora(read(file))?.family).toBe('flux')
  })

  test('alpha, trigger words and captions are in the metadata', () => {
    const file = encodeSafetensors(files['sd-1.5 of kohya'], {
      ss_network_alpha: '4.0',
      'modelspec.trigger_phrase': 'my floor, parquet,,',
      ss_tag_frequency: JSON.stringify({ '10_floor': { oak: 3, light: 5 }, '2_more': { oak: 4 } }),
    })
    expect(inspectLora(read(file))).toMatchObject({
      rank: 8,
      alpha: 4,
      moduleCount: 2,
      triggerWords: ['my floor', 'parquet'],
      tags: [
        { tag: 'oak', count: 7 },
        { tag: 'light', count: 5 },
      ],
    })
    const depth = 100_000
    for (const frequency of [
      '[1',
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    ]) {
      const broken = { ss_network_alpha: 'None', ss_tag_frequency: frequency }
      expect(inspectLora(read(encodeSafetensors(files['sd-2 of kohya'], broken)))).toMatchObject({
        alpha: null,
        tags: [],
      })
    }
  })

  test('a file of something else is no LoRA', () => {
    const checkpoint = [zeros('model.diffusion_model.input_blocks.0.0.weight', [4]), zeros('down_blocks.0.weight', [4])]
    expect(inspectLora(read(encodeSafetensors(checkpoint, {})))).toBeNull()
  })
})
