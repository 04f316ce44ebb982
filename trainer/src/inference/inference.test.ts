import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseTrainingOptions } from '../training/options.ts'
import { runTraining } from '../tasks.ts'
import { writeShapeFolder } from '../testing/shape-images.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { parseInferenceOptions } from './options.ts'
import { runInference, type InferenceReport } from './run-inference.ts'
import type { PredictionLine } from '@vermilion/contract/predictions'

const quiet = { log: () => {}, signal: new AbortController().signal }
const folder = mkdtempSync(join(tmpdir(), 'vermilion-inference-'))
const data = join(folder, 'data')
const model = join(folder, 'run/best.onnx')

beforeAll(async () => {
  await writeShapeFolder(data, 'yolo', { count: 60, seed: 3 })
  const parameters = [
    '--data',
    data,
    '--output',
    join(folder, 'run'),
    '--input-size',
    '64',
    '--width',
    '8',
    '--epochs',
    '20',
  ]
  await runTraining(parseTrainingOptions(parameters), quiet)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const infer = (output: string, ...rest: string[]) =>
  runInference(parseInferenceOptions(['--model', model, '--output', output, ...rest]), quiet)

function linesOf(output: string): PredictionLine[] {
  const lines = readFileSync(join(output, 'predictions.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as PredictionLine)
}
const reportOf = (output: string) => JSON.parse(readFileSync(join(output, 'report.json'), 'utf8')) as InferenceReport

test('a data folder: a line an image, and metrics beside the truth', async () => {
  const output = temporaryFolder()
  expect(await infer(output, '--data', data)).toBe(true)
  const lines = linesOf(output)
  expect(new Set(lines.map((l) => l.path)).size).toBe(60)
  expect(lines[0]).toMatchObject({ width: 96, height: 72 })
  const report = reportOf(output)
  expect(report.measured!.metrics.mAP50).toBeGreaterThan(0.55)
  expect(report.measured!.classes.map((c) => c.label)).toEqual(['square', 'disc'])
  expect(report.latency!.p95).toBeGreaterThanOrEqual(report.latency!.p50)
  expect(JSON.parse(readFileSync(join(output, 'progress.json'), 'utf8'))).toEqual({
    done: 60,
    total: 60,
    unit: 'images',
  })
})

test('a killed run goes on: what is done stays, a torn line is made again, the result is the same', async () => {
  const [straight, killed] = [temporaryFolder(), temporaryFolder()]
  await infer(straight, '--data', data)
  await infer(killed, '--data', data)
  const file = join(killed, 'predictions.jsonl')
  const text = readFileSync(file, 'utf8')
  const firstLines = text.split('\n').slice(0, 10).join('\n').concat('\n')
  writeFileSync(file, `${firstLines}{"path":"images/tr`)
  expect(await infer(killed, '--data', data)).toBe(true)
  const withoutTimes = (output: string) => linesOf(output).map(({ milliseconds: _, ...line }) => line)
  expect(withoutTimes(killed)).toEqual(withoutTimes(straight))
  expect(readFileSync(file, 'utf8').startsWith(firstLines)).toBe(true)
  expect(reportOf(killed).measured).toEqual(reportOf(straight).measured)
})

test('a list of images: names and truth are taken from it; without truth there are no metrics', async () => {
  const output = temporaryFolder()
  const list = join(output, 'images.json')
  writeFileSync(
    list,
    JSON.stringify([join(data, 'images/val/003.png'), { file: join(data, 'images/val/007.png'), path: 'seven' }]),
  )
  await infer(output, '--images', list)
  expect(linesOf(output).map((l) => l.path)).toEqual([join(data, 'images/val/003.png'), 'seven'])
  expect(reportOf(output)).toMatchObject({ total: 2, measured: null })
})

test('a folder that says nothing of its images: every image below it', async () => {
  const output = temporaryFolder()
  await infer(output, '--data', join(data, 'images'))
  expect(linesOf(output).map((l) => l.path)).toHaveLength(60)
  expect(linesOf(output)[0]!.path).toBe('train/000.png')
  expect(reportOf(output)).toMatchObject({ total: 60, measured: null })
})

test('metrics do not depend on the confidence that is asked for', async () => {
  const [many, few] = [temporaryFolder(), temporaryFolder()]
  await infer(many, '--data', data, '--confidence', '0.1')
  await infer(few, '--data', data, '--confidence', '0.9')
  expect(reportOf(few).measured).toEqual(reportOf(many).measured)
  const counts = [many, few].map((output) => linesOf(output).flatMap((l) => l.predictions).length)
  expect(counts[1]).toBeLessThan(counts[0]!)
})

test('thresholds are those asked for', async () => {
  const [all, few] = [temporaryFolder(), temporaryFolder()]
  await infer(all, '--data', data, '--confidence', '0.02')
  await infer(few, '--data', data, '--confidence', '0.6')
  const scores = (output: string) => linesOf(output).flatMap((l) => l.predictions.map((p) => p.score))
  expect(Math.min(...scores(all))).toBeLessThan(0.1)
  expect(Math.min(...scores(few))).toBeGreaterThanOrEqual(0.6)
  expect(() => parseInferenceOptions(['--model', 'm', '--output', 'o'])).toThrow('give either --data or --images')
})

test('tiles: more runs an image, with what the full picture alone gave beside; without them nothing changes', async () => {
  const [plain, tiled, tilesAlone] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const list = join(plain, 'list.json')
  const images = ['000', '003', '007', '011'].map((name) => ({ file: join(data, `images/val/${name}.png`), truth: [] }))
  writeFileSync(list, JSON.stringify(images.filter(({ file }) => existsSync(file))))
  await infer(plain, '--images', list)
  await infer(tiled, '--images', list, '--tile-overlap', '0.2')
  await infer(tilesAlone, '--images', list, '--tile-overlap', '0.2', '--full-picture', '0')
  const findings = (lines: PredictionLine[]) => lines.map(({ predictions, faint }) => ({ predictions, faint }))
  expect(findings(linesOf(tiled).map((line) => ({ ...line, ...line.untiled! })))).toEqual(findings(linesOf(plain)))
  expect(findings(linesOf(tiled))).not.toEqual(findings(linesOf(plain)))
  expect(linesOf(tilesAlone).every(({ untiled }) => untiled === undefined)).toBe(true)
  // Pictures of 96 × 72 are read as four tiles of 64 × 64.
  const within = linesOf(tiled).flatMap(({ predictions }) =>
    predictions.flatMap((one) => ('box' in one ? [one.box] : [])),
  )
  expect(within.length).toBeGreaterThan(0)
  expect(within.every(({ x, y, width, height }) => x > -20 && y > -20 && x + width < 116 && y + height < 92)).toBe(true)
})
