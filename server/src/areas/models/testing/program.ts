// A stand-in for the inference program: reads the images with their truth, and writes predictions of a given quality. Usage:
// program.ts IMAGES OUTPUT
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PredictionLine, TruthShape } from '@vermilion/contract/predictions'

const [list = '', output = ''] = process.argv.slice(2)
const images = JSON.parse(readFileSync(list, 'utf8')) as { path: string; truth: TruthShape[] | null }[]
const labels = [...new Set(images.flatMap(({ truth }) => (truth ?? []).map(({ label }) => label)))].toSorted()

const lines = images.map(({ path, truth }, number): PredictionLine => {
  const predictions = (truth ?? []).flatMap((shape, index) => {
    if (!('box' in shape) || (number % 5 === 2 && index === 0)) return []
    const existing = labels.indexOf(shape.label)
    const labelIndex = number % 5 === 3 && index === 0 ? (existing + 1) % labels.length : existing
    const shift = number % 5 === 1 ? shape.box.width * 0.2 : 0
    const score = 0.3 + ((number * 7 + index * 13) % 60) / 100
    const message = { kind: 'box' as const, label: labels[labelIndex] ?? '', labelIndex, score }
    const box = { ...shape.box, x: Math.round(shape.box.x + shift) }
    return number % 5 === 4
      ? [
          { ...message, box },
          { ...message, box: { x: 0, y: 0, width: 9, height: 9 }, score: 0.55 },
        ]
      : [{ ...message, box }]
  })
  return { path, width: 128, height: 96, milliseconds: 2, predictions, ...(truth === null ? {} : { faint: [] }) }
})
writeFileSync(join(output, 'predictions.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
