import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { csvLine } from '@vermilion/contract/formats/csv/records'
import { columnRuns, compressRuns } from '@vermilion/contract/labels/column-runs'
import type { ModelPrediction, PredictionLine } from '@vermilion/contract/predictions'
import type { JudgedImage } from './messages.ts'

export const exportFiles = {
  csv: 'images.csv',
  coco: 'predictions.coco.json',
  'coco-results': 'results.coco.json',
} as const

const chunk = 64 * 1024
const header = 'number,path,width,height,milliseconds,found,right,missed,wrong,extra,badness,part'

function open(path: string) {
  const file = openSync(path, 'w')
  let text = ''
  const flush = () => {
    writeSync(file, text)
    text = ''
  }
  return {
    add(part: string) {
      text += part
      if (text.length >= chunk) flush()
    },
    close() {
      flush()
      closeSync(file)
    },
  }
}

/** Written during the evaluation: a CSV row per image, a COCO document, and COCO's result list for `COCO.loadRes`. */
export function createExportFiles(folder: string, labels: readonly string[]) {
  mkdirSync(folder, { recursive: true })
  const csv = open(join(folder, exportFiles.csv))
  const coco = open(join(folder, exportFiles.coco))
  const annotations = join(folder, 'annotations.part')
  const match = open(annotations)
  const results = open(join(folder, exportFiles['coco-results']))
  results.add('[')
  csv.add(`${header}\n`)
  const categories = labels.map((name, index) => ({ id: index + 1, name }))
  coco.add(`{"categories":${JSON.stringify(categories)},\n"images":[`)
  let [images, count] = [0, 0]
  return {
    add({ number, path, part, verdict }: JudgedImage, line: PredictionLine) {
      const { width, height, milliseconds, predictions } = line
      const { right = '', missed = '', wrong = '', extra = '', badness = '' } = verdict ?? {}
      const cells = [
        number,
        path,
        width,
        height,
        milliseconds,
        predictions.length,
        right,
        missed,
        wrong,
        extra,
        badness,
        part,
      ]
      csv.add(csvLine(cells, { end: '\n' }))
      coco.add(`${images === 0 ? '\n' : ',\n'}${JSON.stringify({ id: number + 1, file_name: path, width, height })}`)
      images += 1
      for (const prediction of predictions) {
        const about = { id: count + 1, image_id: number + 1, category_id: prediction.labelIndex + 1 }
        const annotation = { ...about, score: prediction.score, ...geometryOf(prediction, { width, height }) }
        match.add(`${count === 0 ? '\n' : ',\n'}${JSON.stringify(annotation)}`)
        results.add(`${count === 0 ? '\n' : ',\n'}${JSON.stringify(resultOf(annotation))}`)
        count += 1
      }
    },
    close() {
      csv.close()
      match.close()
      results.add('\n]\n')
      results.close()
      coco.add('\n],\n"annotations":[')
      coco.close()
      append(annotations, join(folder, exportFiles.coco), '\n]}\n')
      rmSync(annotations)
    },
  }
}

interface ResultGeometry {
  readonly bbox?: readonly number[]
  readonly area?: number
  readonly iscrowd?: 0
  readonly segmentation?: { readonly size: readonly number[]; readonly counts: number[] }
}

function geometryOf(prediction: ModelPrediction, image: { width: number; height: number }): ResultGeometry {
  if ('box' in prediction) {
    const { x, y, width, height } = prediction.box
    return { bbox: [x, y, width, height], area: width * height, iscrowd: 0 }
  }
  if (!('mask' in prediction)) return {}
  const { x, y, width, height, counts } = prediction.mask
  const area = counts.reduce((sum, run, index) => (index % 2 === 1 ? sum + run : sum), 0)
  const segmentation = { size: [image.height, image.width], counts: columnRuns(prediction.mask, image) }
  return { bbox: [x, y, width, height], area, iscrowd: 0, segmentation }
}

/** COCO tools expect compressed RLE. */
function resultOf({ id: _id, segmentation, ...result }: { id: number } & ReturnType<typeof geometryOf>): object {
  if (segmentation === undefined) return result
  const { size, counts } = segmentation
  return { ...result, segmentation: { size, counts: compressRuns(counts) } }
}

function append(from: string, to: string, end: string): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'a')]
  const bytes = Buffer.alloc(chunk)
  for (let size = readSync(source, bytes); size > 0; size = readSync(source, bytes)) writeSync(target, bytes, 0, size)
  writeSync(target, end)
  closeSync(source)
  closeSync(target)
}
