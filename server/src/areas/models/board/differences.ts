import { join } from 'node:path'
import { predictionLine } from '@vermilion/contract/predictions'
import type { Tasks } from '#areas/tasks'
import { linesOf } from '../evaluation/lines.ts'
import { imageEntries, imageEntry } from '../inference/image-entry.ts'
import { differenceOf, type Difference } from './difference.ts'

interface ImageDifference extends Difference {
  number: number
  labels: ReadonlySet<string>
}

interface Sides {
  board: string
  cloud: string
}

/** Cached comparisons: ended tasks do not change. */
const maxCached = 8

export function createDifferences(tasks: Pick<Tasks, 'files'>): (sides: Sides) => Promise<ImageDifference[]> {
  const held = new Map<string, Promise<ImageDifference[]>>()

  async function read({ board, cloud }: Sides): Promise<ImageDifference[]> {
    const fileOf = async (taskId: string) =>
      join((await tasks.files.at(taskId, 'output/predictions.jsonl')).output, 'predictions.jsonl')
    const others = linesOf(await fileOf(cloud))
    const images = linesOf(join((await tasks.files.at(board, 'data')).data, imageEntries))
    const differences: ImageDifference[] = []
    for await (const line of linesOf(await fileOf(board))) {
      const one = predictionLine.parse(JSON.parse(line))
      const other = predictionLine.parse(JSON.parse(String((await others.next()).value)))
      const { truth } = imageEntry.parse(JSON.parse(String((await images.next()).value)))
      if (one.path !== other.path) throw new Error(`${one.path} stands at the place of ${other.path}`)
      const labels = new Set([...one.predictions, ...other.predictions, ...(truth ?? [])].map(({ label }) => label))
      differences.push({ number: differences.length, labels, ...differenceOf(one, other) })
    }
    const severity = ({ unmatched, scoreDifference }: Difference) => unmatched + scoreDifference
    return differences.toSorted((a, b) => severity(b) - severity(a) || a.number - b.number)
  }

  return (sides) => {
    const key = `${sides.board} ${sides.cloud}`
    const existing = held.get(key) ?? read(sides)
    held.delete(key)
    held.set(key, existing)
    existing.catch(() => held.delete(key))
    const oldest = held.size > maxCached ? held.keys().next().value : undefined
    if (oldest !== undefined) held.delete(oldest)
    return existing
  }
}
