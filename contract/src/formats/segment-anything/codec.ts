import { describeIssue } from '../../kernel/schema-issue.ts'
import { z } from 'zod'
import { expandRuns, maskOfColumnRuns } from '../../labels/column-runs.ts'
import type { FormatDecoder, ImageSize } from '../codec.ts'
import { measuredSize } from '../frames/measured-size.ts'
import { decodeImageDocuments, type ReadLabel } from '../images/image-documents.ts'
import { cleanPath, fileName, folderOf, joinPath } from '../images/image-paths.ts'
import { readJsonText } from '../json/json-text.ts'
import { formatOffers } from '../offers.ts'

const side = z.number().int().positive().max(100_000)
const annotation = z.object({
  segmentation: z.object({
    size: z.tuple([side, side]),
    counts: z.union([z.string(), z.array(z.number().int().min(0))]),
  }),
  predicted_iou: z.number().nullish().catch(null),
})
const document = z.object({
  image: z.object({ file_name: z.string().min(1), width: side, height: side }),
  annotations: z.array(z.unknown()).max(1_000_000),
})

const label = 'object'

/** SA-1B: a document per image, `{"image", "annotations": [{"segmentation", "predicted_iou", …}]}`. */
export const segmentAnything: FormatDecoder = {
  id: 'segment-anything',
  ...formatOffers['segment-anything'],
  detect(paths) {
    const documents = paths.filter((path) => /(?:^|\/)sa_\d+\.json$/i.test(path))
    return documents.length > 0 ? 0.95 : 0
  },
  decode: (reader, options) =>
    decodeImageDocuments(
      {
        isDocument: (path) => /\.json$/i.test(path),
        read(text, file) {
          const read = readJsonText(text, document)
          if (read.problem !== undefined) return read
          const { image, annotations } = read.value
          const stated = fileName(cleanPath(image.file_name)) || fileName(file).replace(/\.json$/i, '.jpg')
          return {
            path: stated,
            stated,
            folders: [folderOf(file), joinPath(folderOf(folderOf(file)), 'images'), 'images'],
            size: measuredSize(image, annotations.flatMap(runsSizeOf)),
            labels: (size) => annotations.map((entry, index) => readAnnotation(entry, `annotation ${index + 1}`, size)),
          }
        },
      },
      reader,
      options,
    ),
}

function runsSizeOf(entry: unknown): ImageSize[] {
  const size = annotation.safeParse(entry).data?.segmentation.size
  return size === undefined ? [] : [{ width: size[1], height: size[0] }]
}

function readAnnotation(entry: unknown, where: string, image: ImageSize): ReadLabel {
  const parsed = annotation.safeParse(entry)
  if (!parsed.success) {
    const values = { where, ...describeIssue(parsed.error, entry, 'entry') }
    return { problem: { reason: 'entry-invalid', values } }
  }
  const { segmentation, predicted_iou: score } = parsed.data
  const [height, width] = segmentation.size
  if (width !== image.width || height !== image.height)
    return { problem: { reason: 'mask-size-differs', values: { where, width, height } } }
  const runs = typeof segmentation.counts === 'string' ? expandRuns(segmentation.counts) : segmentation.counts
  if (runs === null || runs.reduce((sum, count) => sum + count, 0) > width * height)
    return { problem: { reason: 'runs-invalid', values: { where, width, height } } }
  const mask = maskOfColumnRuns(runs, { width, height })
  if (mask === null) return { problem: { reason: 'mask-empty', values: { where } } }
  // The predicted IoU may slightly exceed 1.
  const estimate = typeof score === 'number' && score >= 0 ? { score: Math.min(1, score) } : {}
  return { shape: { kind: 'mask', mask, label, ...estimate } }
}
