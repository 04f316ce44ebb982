import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { detectionMetadata } from '@vermilion/contract/detection/model-metadata'
import type { Report } from '../detector/report.ts'
import { readModelMetadata } from '../inference/reader.ts'
import { runTraining } from '../tasks.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeShapeFolder } from '../testing/shape-images.ts'
import { parseTrainingOptions } from './options.ts'

const small = ['--input-size', '64', '--width', '8', '--batch', '8']

async function train(data: string, output: string, parameters: string[], stopAfter = Infinity) {
  const stop = new AbortController()
  const lines: string[] = []
  const log = (line: string) => {
    lines.push(line)
    if (lines.filter((l) => l.startsWith('epoch')).length >= stopAfter) stop.abort()
  }
  const options = parseTrainingOptions(['--data', data, '--output', output, ...small, ...parameters])
  const isDone = await runTraining(options, { log, signal: stop.signal })
  return { isDone, lines }
}

function rows(output: string): string[][] {
  const lines = readFileSync(join(output, 'results.csv'), 'utf8').trim().split('\n')
  return lines.map((line) => line.split(',').filter((_, column) => column !== 1))
}

const model = (output: string) => readFileSync(join(output, 'best.onnx'))

test('a small training on real pictures finds the shapes', async () => {
  const [data, output] = [temporaryFolder(), temporaryFolder()]
  await writeShapeFolder(data, 'yolo', { count: 80, seed: 3 })
  const { isDone } = await train(data, output, ['--epochs', '25'])
  expect(isDone).toBe(true)

  const report = JSON.parse(readFileSync(join(output, 'report.json'), 'utf8')) as Report & {
    kept: { epoch: number; rule: string }
  }
  expect(report.metrics.mAP50).toBeGreaterThan(0.8)
  expect(report.images).toBe(20)
  expect(report.classes.map((c) => c.label)).toEqual(['square', 'disc'])
  expect(report.confusion.labels).toEqual(['square', 'disc', 'background'])
  // The matrix uses the same score threshold as precision and recall.
  expect(report.confusion.confidence).toBe(report.confidence)
  expect(report.curves.map(({ label, f1 }) => [label, f1.length])).toEqual([
    ['square', 101],
    ['disc', 101],
  ])
  // The exported file has the training's metrics, and reproduces them when loaded from disk.
  const metadata = detectionMetadata.parse(readModelMetadata(model(output)))
  expect(metadata).toMatchObject({ labels: ['square', 'disc'], input: { size: 64 }, training: { images: 60 } })
  expect(report.kept.epoch).toBe(metadata.training!.epoch)
  // The saved epoch is the best by mAP50-95 in the results.
  const [header = [], ...epochs] = rows(output)
  const column = header.indexOf('metrics/mAP50-95(B)')
  const figures95 = epochs.map((row) => Number(row[column]))
  expect(report.kept.rule).toBe('best-mAP50to95')
  expect(figures95[report.kept.epoch - 1]).toBe(Math.max(...figures95))
  expect(metadata.metrics!.mAP50).toBeCloseTo(report.metrics.mAP50!, 2)
  expect(rows(output)[0]).toContain('metrics/mAP50-95(B)')
  expect(rows(output)).toHaveLength(26)
  expect(JSON.parse(readFileSync(join(output, 'progress.json'), 'utf8'))).toEqual({
    done: 25,
    total: 25,
    unit: 'epochs',
  })
  const figures = ['confusion.svg', 'f1.svg', 'losses.svg', 'metrics.svg', 'precision-recall.svg', 'validation.jpg']
  expect(readdirSync(join(output, 'figures')).toSorted()).toEqual(figures)
  expect(existsSync(join(output, 'training.cache'))).toBe(false)
})

test('one seed gives one model, another seed another', async () => {
  const data = temporaryFolder()
  await writeShapeFolder(data, 'yolo', { count: 16, seed: 3 })
  const outputs = [temporaryFolder(), temporaryFolder(), temporaryFolder()] as const
  await train(data, outputs[0], ['--epochs', '2', '--seed', '7'])
  await train(data, outputs[1], ['--epochs', '2', '--seed', '7'])
  await train(data, outputs[2], ['--epochs', '2', '--seed', '8'])
  expect(model(outputs[1]).equals(model(outputs[0]))).toBe(true)
  expect(rows(outputs[1])).toEqual(rows(outputs[0]))
  expect(model(outputs[2]).equals(model(outputs[0]))).toBe(false)
})

test('a training that was stopped goes on to the same end as one that was not', async () => {
  const data = temporaryFolder()
  await writeShapeFolder(data, 'yolo', { count: 32, seed: 3 })
  const [straight, stopped] = [temporaryFolder(), temporaryFolder()]
  await train(data, straight, ['--epochs', '4'])
  const first = await train(data, stopped, ['--epochs', '4'], 2)
  expect(first.isDone).toBe(false)
  const second = await train(data, stopped, ['--epochs', '4', '--resume'])
  expect(second.isDone).toBe(true)
  expect(second.lines).toContainEqual(expect.stringContaining('going on from the checkpoint: epoch 2'))
  expect(model(stopped).equals(model(straight))).toBe(true)
  expect(rows(stopped)).toEqual(rows(straight))
  // Other options restart, unless resuming is required.
  await expect(train(data, stopped, ['--epochs', '5', '--resume'])).rejects.toThrow('of other data or parameters')
  const anew = await train(data, stopped, ['--epochs', '1'])
  expect(anew.lines.join('\n')).not.toContain('going on')
})

const program = fileURLToPath(new URL('../train.ts', import.meta.url))

async function runProgram(parameters: string[], line: string | null, signal: NodeJS.Signals = 'SIGTERM') {
  const child = spawn(process.execPath, [program, ...small, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
    if (line !== null && output.includes(line) && !child.killed) child.kill(signal)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const [code, endedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { code, endedBy, said: output }
}

test('the program: killed it goes on by itself, asked to stop it exits with 143, and ends as if nothing had been', async () => {
  const data = temporaryFolder()
  await writeShapeFolder(data, 'yolo', { count: 64, seed: 3 })
  const [straight, output] = [temporaryFolder(), temporaryFolder()]
  const parameters = ['--data', data, '--epochs', '4']
  await train(data, straight, ['--epochs', '4'])
  const killed = await runProgram([...parameters, '--output', output], 'epoch 1/4', 'SIGKILL')
  expect(killed.endedBy).toBe('SIGKILL')
  const stopped = await runProgram([...parameters, '--output', output], 'epoch 2/4', 'SIGTERM')
  expect(stopped).toMatchObject({ code: 143, said: expect.stringContaining('the checkpoint is written') as string })
  const outcome = await runProgram([...parameters, '--output', output], null)
  expect(outcome.code).toBe(0)
  expect(model(output).equals(model(straight))).toBe(true)
  expect(rows(output)).toEqual(rows(straight))
})

test('the program names what is wrong in one line and exits with 1', async () => {
  const folder = temporaryFolder()
  const noData = await runProgram(['--data', join(folder, 'none'), '--output', folder], null)
  expect(noData).toMatchObject({ code: 1, said: `error: ${join(folder, 'none')}: there is no such folder\n` })
  const badSize = await runProgram(['--data', folder, '--output', folder, '--input-size', '100'], null)
  expect(badSize).toMatchObject({ code: 1, said: 'error: --input-size: must be a multiple of 16\n' })
})
