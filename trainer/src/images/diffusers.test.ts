import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readSafetensorsHeader } from '@vermilion/contract/safetensors/header'
import { inspectLora } from '@vermilion/contract/safetensors/lora'
import { imagesFolder, pythonWith, skippedWithout } from '../testing/python.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeStripedPictures } from '../testing/striped-pictures.ts'

const modules = 'torch, diffusers, transformers, peft, safetensors, PIL'
const diffusersPython = pythonWith(modules)
const diffusersSkipped = skippedWithout(diffusersPython, `has ${modules}`)

const env = { ...process.env, OMP_NUM_THREADS: '1', HF_HUB_OFFLINE: '1' }
const run = (script: string, ...argv: string[]) =>
  promisify(execFile)(diffusersPython ?? '', ['-B', join(imagesFolder, script), ...argv], { env })
const train = (...argv: string[]) => run('diffusers-lora/train.py', ...argv)
const generate = (...argv: string[]) => run('diffusers-generate/generate.py', ...argv)
const bytes = (...path: string[]) => readFileSync(join(...path)).toString('base64')

/** Large Python packages take many seconds to import on a slow disk. */
const longTimeout = { timeout: 900_000 }
const few = ['--rank', '2', '--alpha', '1', '--resolution', '32', '--sample-every', '2', '--samples', '1']
const small = ['--width', '32', '--height', '32', '--steps', '2', '--count', '2', '--prompt', 'a floor']

test.skipIf(diffusersPython === undefined).each([
  ['sd15', 'sd-1.5'],
  ['sdxl', 'sdxl'],
  ['flux', 'flux'],
] as const)(
  `R1.06 R2.32 diffusers: a LoRA of %s is trained, goes on from its checkpoint, and changes what is generated${diffusersSkipped}`,
  longTimeout,
  async (name, family) => {
    const [bases, data] = [temporaryFolder(), temporaryFolder()]
    await run('tests/tiny_pipelines.py', name, '--output', bases)
    await writeStripedPictures(data, { '3_floor/a.png': 4, '3_floor/a.txt': 'stripes', 'b.png': 6 })
    const output = temporaryFolder()
    const usual = ['--data', data, '--base', join(bases, name), '--output', output, '--name', 'floor', ...few]
    const called = ['--trigger', 'my floor', '--learning-rate', '0.01', '--steps', '4']
    const { stdout } = await train(...usual, ...called)
    expect(stdout).toContain('2 pictures, 1 with captions')
    const rows = readFileSync(join(output, 'results.csv'), 'utf8').trim().split('\n')
    expect(rows.map((row) => row.split(',')[0])).toEqual(['step', '1', '2', '3', '4'])
    expect(readdirSync(join(output, 'samples'))).toEqual(['prompts.json', 'step-000002-0.png', 'step-000004-0.png'])
    expect(JSON.parse(readFileSync(join(output, 'samples', 'prompts.json'), 'utf8'))).toEqual(['my floor, stripes'])

    const file = readFileSync(join(output, 'floor.safetensors'))
    const facts = inspectLora(readSafetensorsHeader(file, file.length))
    // In Flux files, alpha is merged into the matrices. The tiny text encoder's width matches no real base.
    expect(facts).toMatchObject({ family, rank: 2, alpha: family === 'flux' ? 2 : 1, triggerWords: ['my floor'] })
    expect(facts?.tags).toEqual([{ tag: 'stripes', count: 3 }])
    const metadata = { ss_output_name: 'floor', ss_network_module: 'networks.lora' }
    expect(await readByPackage(join(output, 'floor.safetensors'))).toMatchObject({ names: namesOf(file), metadata })
    // Repeating the call resumes at its end.
    expect((await train(...usual, ...called)).stdout).toContain('going on from the checkpoint: step 4')
    expect(readFileSync(join(output, 'floor.safetensors')).equals(file)).toBe(true)

    const images = (strength: string, more: readonly string[] = []) => {
      const made = temporaryFolder()
      const of = ['--data', output, '--base', join(bases, name), '--output', made, '--strength', strength]
      return generate(...of, ...small, ...more).then(() => bytes(made, 'image-00001.png'))
    }
    const none = await images('0')
    expect(await images('1', ['--lora', 'floor.safetensors'])).not.toBe(none)
    expect(await images('0', ['--lora', 'floor.safetensors'])).toBe(none)
  },
)

const namesOf = (file: Buffer) =>
  readSafetensorsHeader(file, file.length)
    .tensors.map(({ name }) => name)
    .toSorted()

/** Reads a file with the Python package safetensors. */
async function readByPackage(file: string): Promise<object> {
  const program = `import json, sys
from safetensors import safe_open
with safe_open(sys.argv[1], 'np') as opened:
    names = sorted(opened.keys())
    for name in names: opened.get_tensor(name)
    print(json.dumps({'names': names, 'metadata': opened.metadata()}))`
  return JSON.parse((await promisify(execFile)(diffusersPython ?? '', ['-c', program, file], { env })).stdout) as object
}

test.skipIf(diffusersPython === undefined)(
  `R1.06 the package safetensors reads what the product writes itself${diffusersSkipped}`,
  longTimeout,
  async () => {
    const path = fileURLToPath(new URL('../../weights/materials-1.safetensors', import.meta.url))
    expect(await readByPackage(path)).toMatchObject({ names: namesOf(readFileSync(path)) })
  },
)

test.skipIf(diffusersPython === undefined)(
  `R1.06 R4.07 diffusers: a training that is stopped and then killed goes on, and ends as one that was left in peace${diffusersSkipped}`,
  longTimeout,
  async () => {
    const [bases, data, straight, output] = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()]
    await run('tests/tiny_pipelines.py', 'sd15', '--output', bases)
    await writeStripedPictures(data, { 'a.png': 4, 'b.png': 6 })
    const steps = ['--steps', '60', '--sample-every', '20', '--samples', '1', '--learning-rate', '0.01']
    const argv = ['--data', data, '--base', join(bases, 'sd15'), '--name', 'floor', '--resolution', '32', ...steps]
    await train(...argv, '--output', straight)

    const endBy = async (signal: NodeJS.Signals, sample: string) => {
      const script = join(imagesFolder, 'diffusers-lora/train.py')
      const child = spawn(diffusersPython ?? '', ['-B', script, ...argv, '--output', output], { env, stdio: 'ignore' })
      const exit = once(child, 'exit')
      while (!existsSync(join(output, 'samples', sample))) await delay(5)
      child.kill(signal)
      return exit
    }
    expect(await endBy('SIGTERM', 'step-000020-0.png')).toEqual([143, null])
    expect(await endBy('SIGKILL', 'step-000040-0.png')).toEqual([null, 'SIGKILL'])
    expect((await train(...argv, '--output', output)).stdout).toContain('going on from the checkpoint')
    for (const file of ['results.csv', 'floor.safetensors', 'samples/step-000020-0.png', 'samples/step-000060-0.png'])
      expect(readFileSync(join(output, file)).equals(readFileSync(join(straight, file)))).toBe(true)
  },
)

test.skipIf(diffusersPython === undefined)(
  `diffusers: a base that is none is told in a line${diffusersSkipped}`,
  longTimeout,
  async () => {
    const data = temporaryFolder()
    await writeStripedPictures(data, { 'a.png': 4 })
    const failed = train('--data', data, '--base', join(data, 'gone'), '--output', temporaryFolder())
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/error: the base model .*gone cannot be opened \(.*\)\. Give a folder/) as string,
    })
  },
)
