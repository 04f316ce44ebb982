import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFigureFolder } from '../testing/labeled-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { failureOf, plainPython, plainSkipped, torchPython, torchSkipped, train, unittest } from '../testing/python.ts'

const longTimeout = { timeout: 480_000 }

test.skipIf(plainPython === undefined)(
  `parameters and label files are read without PyTorch${plainSkipped}`,
  async () => {
    expect(
      (await unittest(plainPython ?? '', 'test_labels', 'test_options', 'test_board', 'test_fine_tuning')).stderr,
    ).toMatch(/Ran \d\d tests[^]*OK/)
  },
)

test.skipIf(torchPython === undefined)(
  `parameters and data that will not do are told in a line${torchSkipped}`,
  longTimeout,
  async () => {
    const empty = temporaryFolder()
    expect(await failureOf('detection', { data: empty, more: ['--input-size', '100'] })).toMatch(/^2 .*multiple of 32$/)
    expect(await failureOf('detection', { data: empty })).toBe('1 error: there are no classes')
    expect(await failureOf('segmentation', { data: empty })).toBe(`1 error: ${empty}: there is no labelmap.txt`)
    await writeFigureFolder(empty, 'csv', { count: 4, seed: 3, says: 'classes', most: 1 })
    const table = join(empty, 'annotations.csv')
    const lines = readFileSync(table, 'utf8').trimEnd().split('\n')
    const [header = '', first = ''] = lines
    const column = header.trim().split(',').indexOf('class')
    appendFileSync(table, `${first.trim().split(',').with(column, 'wolf').join()}\n`)
    const problem = `${table}:${lines.length + 1}: the class wolf is not in classes.txt`
    expect(await failureOf('classification', { data: empty })).toBe(`1 error: ${problem}`)
  },
)

test.skipIf(torchPython === undefined)(
  `DeepLab learns where one image is all or is left over${torchSkipped}`,
  longTimeout,
  async () => {
    const more = ['--light', '0', '--epochs', '1', '--input-size', '32']
    // Every fourth image validates: one training image, then nine, one more than a batch.
    for (const count of [1, 11]) {
      const data = temporaryFolder()
      await writeFigureFolder(data, 'mask', { count, seed: 3, says: 'areas', most: 1 })
      const { output } = await train('segmentation', { data, more })
      expect(existsSync(join(output, 'best.onnx'))).toBe(true)
    }
  },
)

test.skipIf(torchPython === undefined)(
  `a loss that is no number ends the training with a word${torchSkipped}`,
  longTimeout,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'coco', { count: 24, seed: 3, says: 'areas', most: 2 })
    const output = temporaryFolder()
    const more = ['--depth', '18', '--learning-rate', '1', '--epochs', '40']
    expect(await failureOf('detection', { data, more, output })).toMatch(
      /^1 error: the loss of epoch \d+ is not a number: train with a learning rate lower than 1, such as 0\.1$/,
    )
  },
)

test.skipIf(torchPython === undefined)(
  `a checkpoint or weights that are damaged end the training${torchSkipped}`,
  longTimeout,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'csv', { count: 8, seed: 3, says: 'classes', most: 1 })
    const more = ['--depth', '18', '--epochs', '1']
    const { output } = await train('classification', { data, more })
    const checkpoint = join(output, 'last.ckpt')
    const intact = readFileSync(checkpoint)
    for (const broken of [Buffer.from('not a checkpoint'), intact.subarray(0, intact.length / 2)]) {
      writeFileSync(checkpoint, broken)
      const failure = await failureOf('classification', { data, more, output })
      expect(failure).toContain(`1 error: ${checkpoint}: the checkpoint cannot be used (`)
      expect(failure).toContain('Delete it, and the training begins anew')
      expect(readFileSync(checkpoint)).toEqual(broken)
    }
    const home = temporaryFolder()
    const weights = join(home, 'hub', 'checkpoints', 'resnet18-f37072fd.pth')
    mkdirSync(dirname(weights), { recursive: true })
    writeFileSync(weights, 'not weights')
    expect(await failureOf('classification', { data, more, variables: { TORCH_HOME: home } })).toMatch(
      /^1 error: .*damaged/,
    )
  },
)
