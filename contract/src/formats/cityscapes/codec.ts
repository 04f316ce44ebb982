import { z } from 'zod'
import type { FormatDecoder } from '../codec.ts'
import { decodeImageDocuments, type ReadLabel } from '../images/image-documents.ts'
import { fileName, folderOf, joinPath } from '../images/image-paths.ts'
import { readJsonText } from '../json/json-text.ts'
import { formatOffers } from '../offers.ts'
import { shapeOfOutlines } from '../areas/outlines.ts'

const isDocument = (path: string) => /_polygons\.json$/i.test(path)
const side = z.number().int().positive().max(100_000)
const document = z.object({
  imgHeight: side,
  imgWidth: side,
  objects: z
    .array(
      z.object({
        label: z.string().min(1),
        polygon: z.array(z.tuple([z.number(), z.number()])).max(1_000_000),
        deleted: z.union([z.number(), z.boolean()]).optional().catch(undefined),
      }),
    )
    .max(1_000_000),
})

/** `gtFine/<split>/<city>/…_gtFine_polygons.json` beside `leftImg8bit`: https://github.com/mcordts/cityscapesScripts */
export const cityscapes: FormatDecoder = {
  id: 'cityscapes',
  ...formatOffers.cityscapes,
  detect: (paths) => (paths.some(isDocument) ? 0.98 : 0),
  decode: (reader, options) =>
    decodeImageDocuments(
      {
        isDocument,
        isPicture: (path) => /_gt(?:Fine|Coarse)_(?:color|instanceIds|labelIds|labelTrainIds)\.png$/i.test(path),
        read(text, file) {
          const read = readJsonText(text, document)
          if (read.problem !== undefined) return read
          const { imgWidth: width, imgHeight: height, objects } = read.value
          const [, root = '', inside] = /^(.*\/)?gt(?:Fine|Coarse)\/(.*)$/s.exec(folderOf(file)) ?? []
          const stem = fileName(file).replace(/_gt(?:Fine|Coarse)_polygons\.json$|_polygons\.json$/i, '')
          const folder =
            inside === undefined ? folderOf(file) : joinPath(root.replace(/\/$/, ''), 'leftImg8bit', inside)
          return {
            path: `${stem}_leftImg8bit.png`,
            folders: [folder, folderOf(file)],
            size: { width, height },
            labels: (image) =>
              // Later ones cover earlier ones; deleted ones stay in the list.
              objects.flatMap(({ label, polygon, deleted }, index): ReadLabel[] => {
                if (deleted) return []
                const area = shapeOfOutlines([polygon.flat()], image, `object ${index + 1}`)
                return [area.problem === undefined ? { shape: { ...area.value, label } } : area]
              }),
          }
        },
      },
      reader,
      options,
    ),
}
