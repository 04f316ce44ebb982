import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readSafetensorsHeader } from '@vermilion/contract/safetensors/header'
import { inspectLora } from '@vermilion/contract/safetensors/lora'
import { imagesFolder, pythonWith } from '../testing/python.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeStripedPictures } from '../testing/striped-pictures.ts'

const modules = 'torch, diffusers, transformers, peft, safetensors, PIL'
const diffusersPython = pythonWith(modules)
if (diffusersPython === undefined) console.warn(`Skipped: the diffusers images, because no Python here has ${modules}`)

const run = (script: string, ...argv: string[]) =>
  promisify(execFile)(diffusersPython ?? '', ['-B', join(imagesFolder, script), ...argv], {
    env: { ...process.env, OMP_NUM_THREADS: '1', HF_HUB_OFFLINE: '1' },
  })
const train = (...argv: string[]) => run('diffusers-lora/train.py', ...argv)
const generate = (...argv: string[]) => run('diffusers-generate/generate.py', ...argv)
const bytes = (...path: string[]) => readFileSync(join(...path)).toString('base64')

/** Packages of that size are read for many seconds on a slow disk, by each program anew. */
const longTimeout = { timeout: 900_000 }
const few = ['--rank', '2', '--alpha', '1', '--resolution', '32', '--sample-every', '2', '--samples', '1']
const small = ['--width', '32', '--height', '32', '--steps', '2', '--count', '2', '--prompt', 'a floor']

test.skipIf(diffusersPython === undefined)(
  'R1.06 R2.32 diffusers: a LoRA of each base is trained, goes on from its checkpoint, and changes what is generated',
  longTimeout,
  async () => {
    const [bases, data] = [temporaryFolder(), temporaryFolder()]
    await run('tests/tiny_pipelines.py', 'sd15', 'sdxl', 'flux', '--output', bases)
    await writeStripedPictures(data, { '3_floor/a.png': 4, '3_floor/a.txt': 'stripes', 'b.png': 6 })
    for (const [name, family] of [
      ['sd15', 'sd-1.5'],
      ['sdxl', 'sdxl'],
      ['flux', 'flux'],
    ] as const) {
      const output = temporaryFolder()
      const usual = ['--data', data, '--base', join(bases, name), '--output', output, '--name', 'floor', ...few]
      const called = ['--trigger', 'my floor', '--learning-rate', '0.01', '--steps', '4']
      const { stdout } = await train(...usual, ...called)
      expect(stdout).toContain('2 pictures, 1 with captions')
      const rows = readFileSync(join(output, 'results.csv'), 'utf8').trim().split('\n')
      expect(rows.map((row) => row.split(',')[0])).toEqual(['step', '1', '2', '3', '4'])
      expect(readdirSync(join(output, 'samples'))).toEqual(['step-000002-0.png', 'step-000004-0.png'])

      const file = readFileSync(join(output, 'floor.safetensors'))
      const facts = inspectLora(readSafetensorsHeader(file, file.length))
      // In Flux, alpha is within the matrices. The tiny text encoder is none of a real base's widths.
      expect(facts).toMatchObject({ family, rank: 2, alpha: family === 'flux' ? 2 : 1, triggerWords: ['my floor'] })
      expect(facts?.tags).toEqual([{ tag: 'stripes', count: 3 }])
      // The same call goes on where it was, which is the end.
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
    }
  },
)

test.skipIf(diffusersPython === undefined)(
  'diffusers: a base that is none is told in a line',
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
