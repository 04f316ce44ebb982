import { z } from 'zod'
import { itemFindings, itemStatuses } from './items.ts'
import { splits } from './kinds.ts'
import { labelSource } from './label-sources.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { colour, count, id } from '../kernel/fields.ts'

/** Lower bounds of the ranges of a report; the last range is open. */
export const itemReportEdges = {
  labelsPerImage: [0, 1, 2, 3, 5, 10, 20, 50, 100],
  /** Width or height of a shape's bounds relative to the image. */
  size: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7],
  /** Center of a shape's bounds relative to the image. */
  position: [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875],
  /** Width divided by height of a shape's bounds. */
  aspect: [0, 0.2, 0.35, 0.6, 0.9, 1.1, 1.7, 3],
} as const

/** Columns and rows of the grids. Cell index: `row * 8 + column` from the upper left. */
export const gridSide = 8

/** Cells without shapes are omitted. `images` have at least one shape in the cell. */
const gridCell = z.object({ cell: count, column: count, row: count, shapes: count, images: count })
const range = z.object({ minimum: z.number(), below: z.number().nullable() })

export const datasetReport = z.object({
  totalFiles: count,
  labeledFiles: count,
  unlabeledFiles: count,
  totalLabels: count,
  averageLabelsPerFile: z.number().nullable(),
  classes: z.array(z.object({ labelId: id, name: z.string(), colour, count, images: count })),
  statuses: z.array(z.object({ status: z.enum(itemStatuses), images: count })),
  splits: z.array(z.object({ split: z.enum(splits), images: count })),
  labelsPerImage: z.array(range.extend({ images: count })),
  /** Shapes with bounds, which excludes image-level classes. */
  boundedShapes: count,
  /** Filter: `sizeCell`. Columns are widths, rows are heights. */
  sizes: z.array(gridCell),
  /** Filter: `positionCell`. */
  positions: z.array(gridCell),
  /** Filter: `aspectRange`, the index in this list. */
  aspects: z.array(range.extend({ shapes: count, images: count })),
  sources: z.array(labelSource),
  /** Images are counted for whoever labeled them last; `seconds` is working time on images of this dataset. */
  annotators: z.array(
    z.object({ annotator: z.string(), images: count, labels: count, reviewed: count, rejected: count, seconds: count }),
  ),
  /** Filter: `finding`. Findings about images count images as shapes. */
  findings: z.array(z.object({ finding: z.enum(itemFindings), images: count, shapes: count })),
  /** The twenty most repeated contents. Filter: `checksum`. */
  duplicates: z.object({
    contents: count,
    images: count,
    most: z.array(z.object({ checksum: z.string(), path: z.string(), images: count })),
  }),
})
export type DatasetReport = z.output<typeof datasetReport>

export const datasetReportEndpoints = {
  datasetReport: endpoint('GET', '/datasets/:datasetId/report', {
    summary: {
      en: 'What is labeled by whom, how often each class occurs, how large and where the labels are, what looks wrong',
      zh: '标注进度与人员、各类别的出现次数、标注的大小与位置、可疑之处',
    },
    answer: datasetReport,
    errors: ['dataset.not-found'],
  }),
} as const
