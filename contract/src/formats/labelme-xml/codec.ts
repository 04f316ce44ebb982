import { polygonBounds } from '../../labels/polygon.ts'
import type { FormatDecoder } from '../codec.ts'
import { decodeImageDocuments, type ReadLabel } from '../images/image-documents.ts'
import { cleanPath, fileName, folderOf, joinPath, stemOf } from '../images/image-paths.ts'
import { formatOffers } from '../offers.ts'
import { shapeOfOutlines } from '../areas/outlines.ts'
import { childText, readXmlText, type XmlElement } from '../xml/xml.ts'

/** MIT's LabelMe: `annotation/filename, imagesize/{nrows,ncols}, object/{name,deleted,polygon/pt/{x,y}}`. */
export const labelmeXml: FormatDecoder = {
  id: 'labelme-xml',
  ...formatOffers['labelme-xml'],
  detect: (paths) => (paths.some((path) => /\.xml$/i.test(path)) ? 0.1 : 0),
  decode: (reader, options) =>
    decodeImageDocuments(
      {
        isDocument: (path) => /\.xml$/i.test(path),
        read(text, file) {
          const parsed = readXmlText(text)
          if (parsed.problem !== undefined) return parsed
          const { root } = parsed
          const stated = fileName(cleanPath(childText(root, 'filename') ?? '')) || fileName(stemOf(file))
          const size = root.children.find(({ name }) => name === 'imagesize')
          const [width, height] = [Number(childText(size, 'ncols')), Number(childText(size, 'nrows'))]
          const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
          const folder = folderOf(file)
          return {
            path: stated,
            stated,
            folders: [
              folder,
              folder.replace(/(^|\/)Annotations(?=\/|$)/, '$1Images'),
              joinPath(folderOf(folder), 'images'),
            ],
            size: isSize && width * height <= 500_000_000 ? { width, height } : null,
            labels: (image) =>
              root.children
                .filter(({ name }) => name === 'object')
                .flatMap((object, index) => readObject(object, `object ${index + 1}`, image)),
          }
        },
      },
      reader,
      options,
    ),
}

function readObject(object: XmlElement, where: string, image: { width: number; height: number }): ReadLabel[] {
  if (childText(object, 'deleted') === '1') return []
  const label = childText(object, 'name') ?? ''
  if (label === '') return [{ problem: { reason: 'class-missing', values: { where } } }]
  const polygon = object.children.find(({ name }) => name === 'polygon')
  if (polygon === undefined) {
    const isPicture = object.children.some(({ name }) => name === 'segm')
    return isPicture
      ? [{ problem: { reason: 'shape-type-unknown', values: { where, type: 'segm' } } }]
      : [{ problem: { reason: 'geometry-missing', values: { where } } }]
  }
  const points = polygon.children
    .filter(({ name }) => name === 'pt')
    .flatMap((point) => [Number(childText(point, 'x') ?? 'NaN'), Number(childText(point, 'y') ?? 'NaN')])
  const strange = points.findIndex((value) => !Number.isFinite(value))
  if (strange >= 0) return [{ problem: { reason: 'not-a-number', values: { text: `${where}, pt` } } }]
  const occluded = childText(object, 'occluded') === 'yes' ? { attributes: { occluded: true } } : {}
  const type = childText(object, 'type') ?? childText(polygon, 'type')
  if (type === 'bounding_box' && points.length > 2) {
    const { x, y, width, height } = polygonBounds({ rings: [points] })
    if (!(width > 0 && height > 0)) return [{ problem: { reason: 'box-empty', values: { where, width, height } } }]
    return [{ shape: { kind: 'box', box: { x, y, width, height }, label, ...occluded } }]
  }
  const area = shapeOfOutlines([points], image, where)
  return [area.problem === undefined ? { shape: { ...area.value, label, ...occluded } } : area]
}
