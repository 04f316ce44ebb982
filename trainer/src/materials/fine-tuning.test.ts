import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSafetensorsHeader } from '@vermilion/contract/safetensors/header'
import { inspectLora } from '@vermilion/contract/safetensors/lora'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeStripedPictures } from '../testing/striped-pictures.ts'
import { parseFineTuningOptions } from './fine-tuning-options.ts'
import { fineTune } from './fine-tuning.ts'
import { materialsShape } from './layout.ts'
import { loraLayers } from './lora.ts'

const tiny = ['--resolution', '16', '--batch', '2', '--rank', '2', '--alpha', '1', '--steps', '30']
const often = ['--sample-every', '10', '--samples', '2', '--seed', '3']
const named = ['--name', 'my floor', '--trigger', 'my floor, stripes']

const program = fileURLToPath(new URL('../fine-tune.ts', import.meta.url))

/** Starts the real program and signals it after it printed `line`. */
async function runProgram(parameters: string[], line: string | null, signal: NodeJS.Signals = 'SIGKILL') {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const listen = (chunk: Buffer) => {
    printed += chunk.toString()
    if (line !== null && printed.includes(line) && !child.killed) child.kill(signal)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const [code, endedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { code, endedBy, printed }
}

const readAll = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'checkpoint')
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file).toString('base64')]),
  )

test('R1.06 a fine-tuning that is killed again and again ends with the same bytes as one that is not', async () => {
  const [data, straight, output] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  await writeStripedPictures(data, {
    '3_floor/a.png': 4,
    '3_floor/a.txt': 'stripes, red',
    '3_floor/b.jpg': 5,
    '3_floor/b.txt': 'stripes',
    'c.webp': 6,
  })
  const parameters = ['--data', data, ...tiny, ...often, ...named]
  const lines: string[] = []
  const surroundings = { log: (line: string) => lines.push(line), signal: new AbortController().signal }
  expect(await fineTune(parseFineTuningOptions([...parameters, '--output', straight]), surroundings)).toBe(true)
  expect(lines).toContain('warning: 5 to 50 pictures teach a material; these are few')

  for (const line of ['3 pictures', 'step 10/30', 'step 20/30']) {
    expect((await runProgram([...parameters, '--output', output], line)).endedBy).toBe('SIGKILL')
  }
  // Captions do not affect training: editing one does not restart it.
  writeFileSync(join(data, '3_floor/b.txt'), 'other words')
  const stopped = await runProgram([...parameters, '--output', output], 'going on', 'SIGTERM')
  expect(stopped).toMatchObject({ code: 143, printed: expect.stringContaining('the checkpoint is written') as string })
  writeFileSync(join(data, '3_floor/b.txt'), 'stripes')
  const outcome = await runProgram([...parameters, '--output', output], null)
  expect(outcome).toMatchObject({ code: 0, printed: expect.stringContaining('going on from the checkpoint') as string })
  expect(readAll(output)).toEqual(readAll(straight))

  const samples = [10, 20, 30].flatMap((step) => [0, 1].map((number) => `samples/step-0000${step}-${number}.png`))
  expect(Object.keys(readAll(output))).toEqual(['my floor.safetensors', 'progress.json', 'results.csv', ...samples])
  const rows = readFileSync(join(output, 'results.csv'), 'utf8').trim().split('\n')
  expect(rows[0]).toBe('step,loss,learning_rate')
  expect(rows.slice(1).map((row) => Number(row.split(',')[0]))).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
  expect(JSON.parse(readFileSync(join(output, 'progress.json'), 'utf8'))).toEqual({
    done: 30,
    total: 30,
    unit: 'steps',
  })

  const file = readFileSync(join(output, 'my floor.safetensors'))
  const header = readSafetensorsHeader(file, file.length)
  expect(inspectLora(header)).toEqual({
    family: 'materials',
    kind: 'locon',
    dialect: 'kohya',
    rank: 2,
    alpha: 1,
    moduleCount: loraLayers(materialsShape).length,
    triggerWords: ['my floor', 'stripes'],
    tags: [
      { tag: 'stripes', count: 6 },
      { tag: 'red', count: 3 },
    ],
  })
  expect(Object.fromEntries(header.metadata)).toMatchObject({
    ss_network_module: 'networks.lora',
    ss_output_name: 'my floor',
    ss_steps: '30',
    ss_learning_rate: '0.002',
    ss_num_train_images: '7',
  })
  expect(header.tensors.map(({ name }) => name)).toContain('lora_unet_down_0_blocks_0_conv1.lora_down.weight')
  expect(header.tensors.map(({ name }) => name)).toContain('lora_unet_conv_out.alpha')
})

test('R1.06 the program says in one line what is missing', async () => {
  const folder = temporaryFolder()
  const run = (...parameters: string[]) => runProgram(['--data', folder, '--output', folder, ...parameters], null)
  expect(await run()).toMatchObject({
    code: 1,
    printed: `error: No picture in the data: ${folder} has no JPEG, PNG or WebP file\n`,
  })
  expect((await run('--resolution', '20')).printed).toBe('error: --resolution: must be a multiple of 8\n')
})
