import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFigureFolder } from '../testing/labeled-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { torchPython, torchSkipped, train, transformersPython, transformersSkipped } from '../testing/python.ts'

const longTimeout = { timeout: 480_000 }

test.skipIf(torchPython === undefined)(
  `each torchvision training spreads over the accelerators of a machine${torchSkipped}`,
  longTimeout,
  async () => {
    const trainings = [
      ['detection', 'coco', ['--depth', '18']],
      ['classification', 'csv', ['--depth', '18']],
      ['segmentation', 'mask', ['--light', '1']],
    ] as const
    for (const [name, format, own] of trainings) {
      const data = temporaryFolder()
      await writeFigureFolder(data, format, {
        count: 20,
        seed: 3,
        says: name === 'classification' ? 'classes' : 'areas',
        most: 1,
      })
      const more = [...own, '--batch', '4', '--epochs', '1']
      const { output, stdout } = await train(name, { data, more, variables: { PET_NPROC_PER_NODE: '2' } })
      expect(stdout).toContain('with 2 processes of 4 images a step')
      expect(readFileSync(join(output, 'results.csv'), 'utf8').trim().split('\n')).toHaveLength(2)
      expect(readFileSync(join(output, 'best.onnx')).length).toBeGreaterThan(100_000)
    }
  },
)

test.skipIf(transformersPython === undefined)(
  `D-FINE spreads over the accelerators of a machine${transformersSkipped}`,
  longTimeout,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'coco', { count: 20, seed: 3, says: 'areas', most: 1 })
    const more = ['--network', 'd-fine', '--batch', '4', '--epochs', '1']
    const variables = { PET_NPROC_PER_NODE: '2' }
    const { output, stdout } = await train('d-fine', { folder: 'transformers', data, more, variables })
    expect(stdout).toContain('with 2 processes of 4 images a step')
    expect(readFileSync(join(output, 'best.onnx')).length).toBeGreaterThan(100_000)
  },
)
