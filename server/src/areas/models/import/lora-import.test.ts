import { isLora, modelEndpoints } from '@vermilion/contract/models'
import { comfyuiLoraEndpoints } from '@vermilion/contract/models/comfyui'
import { encodeSafetensors } from '@vermilion/contract/safetensors/encode'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallFailed, startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addFile } from '../comfyui/lora-copy.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { keepSamples } from '../registration/lora-results.ts'

const { addModel, inspectModelFile, modelContent } = modelEndpoints

let server: TestServer
let comfyui = ''
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  comfyui = await mkdtemp(join(tmpdir(), 'vermilion-comfyui-'))
  server = await startTestServer({ environment: { VERMILION_COMFYUI_LORAS: comfyui } })
  files = await createModelFiles(server, 'safetensors')
})
afterAll(async () => {
  await server.stop()
  await rm(comfyui, { recursive: true, force: true })
})

const fileWith = (content: Uint8Array) => files.fileWith(content)

const tensor = (name: string, shape: readonly number[]) => ({
  name,
  type: 'F16' as const,
  shape,
  bytes: new Uint8Array(2 * shape.reduce((product, extent) => product * extent, 1)),
})
const key = 'lora_unet_input_blocks_4_1_transformer_blocks_0_attn2_to_k'
const sdxl = encodeSafetensors(
  [tensor(`${key}.lora_down.weight`, [16, 2048]), tensor(`${key}.lora_up.weight`, [640, 16])],
  { ss_network_alpha: '8', 'modelspec.trigger_phrase': 'my yard' },
)

test('R2.33 R3.12 a LoRA from elsewhere is told by its file, added, and downloaded as it came', async () => {
  const fileId = await fileWith(sdxl)
  const about = { family: 'sdxl', kind: 'lora', dialect: 'kohya' }
  const lora = { ...about, rank: 16, alpha: 8, moduleCount: 1, triggerWords: ['my yard'], tags: [] }
  expect(await server.call(inspectModelFile, { body: { fileId } })).toEqual({ dialect: 'lora', lora })
  const model = await server.call(addModel, { body: { fileId, name: 'yard' } })
  expect(model).toMatchObject({ name: 'yard', type: 'lora-model', size: sdxl.length, lora, samples: [], taskId: null })
  expect(isLora(model)).toBe(true)
  const stored = await server.fetch(modelContent.path.replace(':modelId', model.id))
  expect(new Uint8Array(await stored.arrayBuffer())).toEqual(sdxl)
  await expect(server.call(addModel, { body: { fileId, name: 'yard' } })).rejects.toMatchObject({
    reason: 'fine-tuning.name-taken',
  })
})

test('R2.33 R3.09 a LoRA is put into the folder of ComfyUI and taken out; what else is there stays as it is', async () => {
  const { getComfyuiLora, putComfyuiLora, removeComfyuiLora } = comfyuiLoraEndpoints
  const { id: modelId } = await server.call(addModel, { body: { fileId: await fileWith(sdxl), name: 'porch' } })
  const params = { modelId }
  const reasonOf = (work: Promise<unknown>) => work.catch(({ reason }: { reason: string }) => reason)
  const position = { folder: comfyui, file: 'porch.safetensors' }
  expect(await server.call(getComfyuiLora, { params })).toEqual({ ...position, state: 'absent' })
  expect(await server.call(putComfyuiLora, { params })).toEqual({ ...position, state: 'present' })
  expect(await server.call(putComfyuiLora, { params })).toEqual({ ...position, state: 'present' })
  expect(await readdir(comfyui)).toEqual(['porch.safetensors'])
  const file = join(comfyui, 'porch.safetensors')
  expect(new Uint8Array(await readFile(file))).toEqual(sdxl)
  expect(await server.call(removeComfyuiLora, { params })).toEqual({ ...position, state: 'absent' })
  expect(await readdir(comfyui)).toEqual([])

  const other = Buffer.alloc(sdxl.length, 1)
  await writeFile(file, other)
  expect(await server.call(getComfyuiLora, { params })).toMatchObject({ state: 'foreign' })
  expect(await reasonOf(server.call(putComfyuiLora, { params }))).toBe('comfyui-lora.foreign')
  expect(await reasonOf(server.call(removeComfyuiLora, { params }))).toBe('comfyui-lora.foreign')
  expect(await readFile(file)).toEqual(other)

  await rm(file)
  const [old, recent] = ['.vermilion-old.part', '.vermilion-recent.part']
  for (const draft of [old, recent, '.other.part']) await writeFile(join(comfyui, draft), '')
  await utimes(join(comfyui, old), 0, 0)
  await rename(comfyui, `${comfyui}-real`)
  await symlink(`${comfyui}-real`, comfyui)
  expect(await server.call(putComfyuiLora, { params })).toEqual({ ...position, state: 'present' })
  expect((await readdir(comfyui)).toSorted()).toEqual(['.other.part', recent, 'porch.safetensors'])
  expect((await stat(file)).nlink).toBe(1)
  await writeFile(file, other)
  expect(await server.call(getComfyuiLora, { params })).toMatchObject({ state: 'foreign' })
  await rm(comfyui)
  await rename(`${comfyui}-real`, comfyui)

  for (const name of ['../porch', '.porch']) {
    const { id } = await server.call(addModel, { body: { fileId: await fileWith(sdxl), name } })
    expect(await reasonOf(server.call(putComfyuiLora, { params: { modelId: id } }))).toBe('comfyui-lora.unfit')
  }
  await rename(comfyui, `${comfyui}-gone`)
  expect(await server.call(getComfyuiLora, { params })).toMatchObject({ state: 'unreachable' })
  expect(await reasonOf(server.call(putComfyuiLora, { params }))).toBe('comfyui-lora.unwritable')
  await rename(`${comfyui}-gone`, comfyui)
  const material = encodeSafetensors([tensor('lora_unet_conv_in.lora_down.weight', [2, 12, 3, 3])], {
    ss_base_model_version: 'vermilion-materials-1',
  })
  const floor = await server.call(addModel, { body: { fileId: await fileWith(material), name: 'floor' } })
  const get = server.call(getComfyuiLora, { params: { modelId: floor.id } })
  expect(await reasonOf(get)).toBe('comfyui-lora.unfit')
})

const withHeader = (header: string, data = 0) => {
  const text = Buffer.from(header)
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([length, text, Buffer.alloc(data)])
}
const part = (offsets: unknown, shape: readonly number[] = [4]) => ({ dtype: 'U8', shape, data_offsets: offsets })
const huge = Buffer.alloc(16)
huge.writeBigUInt64LE(2n ** 63n)

test.each([
  ['empty', Buffer.alloc(0), 'lora-file.damaged'],
  ['cut off', Buffer.from(sdxl.subarray(0, sdxl.length / 2)), 'lora-file.damaged'],
  ['cut off in its header', Buffer.from(sdxl.subarray(0, 40)), 'lora-file.damaged'],
  ['a header of exabytes', huge, 'lora-file.damaged'],
  ['no JSON', withHeader('weights'), 'lora-file.damaged'],
  ['deeply nested', withHeader('{"a":'.repeat(200_000)), 'lora-file.damaged'],
  ['tensors on each other', withHeader(JSON.stringify({ a: part([0, 4]), b: part([2, 6]) }), 6), 'lora-file.damaged'],
  [
    'a tensor outside',
    withHeader(JSON.stringify({ a: part([0, 4_000_000_000], [4_000_000_000]) }), 4),
    'lora-file.damaged',
  ],
  ['a pickle', Buffer.from('\x80\x02}q\x00.'), 'lora-file.damaged'],
])('R1.06 a hostile or foreign file is refused with a reason: %s', async (_case, content, reason) => {
  const fileId = await fileWith(content)
  const refusal = await server.call(addModel, { body: { fileId, name: 'hostile' } }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(CallFailed)
  expect(refusal).toMatchObject({ reason })
})

test('R2.33 what comes into the folder of ComfyUI while a LoRA is copied stays as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-comfyui-'))
  const content = async () => {
    await writeFile(join(folder, 'porch.safetensors'), 'of ComfyUI')
    return Readable.from([sdxl])
  }
  await expect(addFile(folder, 'porch.safetensors', content)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await readFile(join(folder, 'porch.safetensors'), 'utf8')).toBe('of ComfyUI')
  expect(await readdir(folder)).toEqual(['porch.safetensors'])
  await rm(folder, { recursive: true })
})

test('R3.12 of what lies among the samples of a fine-tuning, each position is kept once, and no folder', async () => {
  const output = join(server.data, 'some-output')
  await mkdir(join(output, 'samples', 'step-3-0.png'), { recursive: true })
  for (const name of ['step-01-0.png', 'step-1-0.png', 'step-000002-0.png', 'notes.txt'])
    await writeFile(join(output, 'samples', name), name)
  const samples = await keepSamples(output, server.platform.blobs)
  expect(samples.map(({ step, number }) => [step, number])).toEqual([
    [1, 0],
    [2, 0],
  ])
})
