import type { FormatDecoder } from '../codec.ts'
import { decodeImageDocuments, type ReadLabel } from '../images/image-documents.ts'
import { fileName, folderOf, joinPath, stemOf } from '../images/image-paths.ts'
import { formatOffers } from '../offers.ts'
import { lineEnds } from '../text/read-text.ts'

const labelFolder = /(?:^|\/)label_\d(?:\/|$)/

const ignored = 'DontCare'

/**
 * `label_2/<image>.txt` beside `image_2`: type, truncated, occluded, alpha, left, top, right, bottom in pixels from 0, three
 * sizes, three positions, rotation, and in results a score. 3D values are ignored. https://www.cvlibs.net/datasets/kitti, readme
 * of the object development kit
 */
export const kitti: FormatDecoder = {
  id: 'kitti',
  ...formatOffers.kitti,
  detect: (paths) => (paths.some((path) => labelFolder.test(folderOf(path)) && /\.txt$/i.test(path)) ? 0.97 : 0),
  decode: (reader, options) =>
    decodeImageDocuments(
      {
        isDocument: (path) => /\.txt$/i.test(path) && !/(?:^|\/)(?:calib|velodyne|ImageSets|devkit)\//i.test(path),
        read(text, file) {
          const folder = folderOf(file)
          const lines = text.split(lineEnds)
          return {
            path: stemOf(fileName(file)),
            folders: [folder.replace(/label_(\d)$/, 'image_$1'), joinPath(folderOf(folder), 'images'), folder],
            size: null,
            labels: () => lines.flatMap((line, index) => (line.trim() === '' ? [] : readLine(line.trim(), index + 1))),
          }
        },
      },
      reader,
      options,
    ),
}

function readLine(line: string, number: number): ReadLabel[] {
  const where = `line ${number}`
  const [label = '', ...fields] = line.split(/\s+/)
  if (label === ignored) return []
  const numbers = fields.map(Number)
  if (numbers.length < 14 || numbers.length > 15) {
    const detail = `${fields.length + 1} columns, not 15 or 16`
    return [{ problem: { reason: 'entry-invalid', values: { where, field: 'line', detail } } }]
  }
  const strange = numbers.findIndex((value) => !Number.isFinite(value))
  if (strange >= 0) return [{ problem: { reason: 'not-a-number', values: { text: fields[strange]!.slice(0, 40) } } }]
  const [truncated, occluded, , x, y, right, bottom] = numbers as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [width, height] = [right - x, bottom - y]
  if (!(width > 0 && height > 0)) return [{ problem: { reason: 'box-empty', values: { where, width, height } } }]
  const score = numbers[14]
  return [
    {
      shape: {
        kind: 'box',
        box: { x, y, width, height },
        label,
        // -1 means unknown.
        attributes: {
          ...(truncated < 0 ? {} : { truncated }),
          ...(occluded < 0 ? {} : { occluded }),
        },
        ...(score !== undefined && score >= 0 && score <= 1 ? { score } : {}),
      },
    },
  ]
}
