import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { columnsOf, corners, json, nameOf, painted, pairs, parts, runsOf } from './written-parts.ts'
import type { Drawing, WrittenPicture, WrittenThing } from './written-scene.ts'

export type Content = string | Uint8Array
export type WrittenFiles = Readonly<Record<string, Content>>

export interface Writer {
  readonly labelType: LabelType
  readonly drawing: Drawing
  readonly list?: (pictures: readonly WrittenPicture[], classes: readonly string[]) => WrittenFiles
  readonly sidecar?: (picture: WrittenPicture, stem: string, classes: readonly string[]) => WrittenFiles
  readonly beside?: (classes: readonly string[]) => WrittenFiles
  readonly states: boolean
  readonly sizes: boolean
  readonly isOfParts?: true
}

const coco =
  (shape: (thing: WrittenThing, picture: WrittenPicture) => object) =>
  (pictures: readonly WrittenPicture[], classes: readonly string[]): WrittenFiles => ({
    '_annotations.coco.json': json({
      images: pictures.map((one, id) => ({ id, file_name: nameOf(one), width: one.width, height: one.height })),
      categories: classes.map((name, id) => ({ id, name })),
      annotations: pictures.flatMap((picture, image_id) =>
        picture.things.map((thing, at) => ({
          id: image_id * 100 + at,
          image_id,
          category_id: classes.indexOf(thing.name),
          iscrowd: 0,
          ...shape(thing, picture),
        })),
      ),
    }),
  })

const yolo = (numbers: (thing: WrittenThing, picture: WrittenPicture) => readonly number[]) => ({
  states: false,
  sizes: false,
  isOfParts: true as const,
  sidecar: (picture: WrittenPicture, stem: string, classes: readonly string[]) => ({
    [`labels/${stem}.txt`]: picture.things
      .map((thing) => `${[classes.indexOf(thing.name), ...numbers(thing, picture)].join(' ')}\n`)
      .join(''),
  }),
  beside: (classes: readonly string[]) => ({ 'classes.txt': classes.map((name) => `${name}\n`).join('') }),
})
const centered = ({ box: [x, y, width, height] }: WrittenThing, picture: WrittenPicture) =>
  parts([x + width / 2, y + height / 2, width, height], picture)

const labelme =
  (shape: (thing: WrittenThing) => object) =>
  (picture: WrittenPicture, stem: string): WrittenFiles => ({
    [`${stem}.json`]: json({
      version: '5.0.1',
      flags: {},
      shapes: picture.things.map((thing) => ({ label: thing.name, group_id: null, flags: {}, ...shape(thing) })),
      ...(picture.stated === undefined ? {} : { imagePath: picture.stated }),
      imageData: null,
      imageHeight: picture.height,
      imageWidth: picture.width,
    }),
  })

const cvat =
  (shape: (thing: WrittenThing, picture: WrittenPicture) => string) => (pictures: readonly WrittenPicture[]) => ({
    'annotations.xml': `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
${pictures
  .map(
    (picture, id) =>
      `  <image id="${id}" name="${nameOf(picture)}" width="${picture.width}" height="${picture.height}">\n${picture.things
        .map((thing) => `    ${shape(thing, picture)}\n`)
        .join('')}  </image>\n`,
  )
  .join('')}</annotations>
`,
  })

const studio =
  (type: string, value: (thing: WrittenThing, picture: WrittenPicture) => object) =>
  (pictures: readonly WrittenPicture[]): WrittenFiles => ({
    'tasks.json': json(
      pictures.map((picture, id) => ({
        id: id + 1,
        data: { image: `/data/local-files/?d=${nameOf(picture)}` },
        annotations: [
          {
            id: id + 1,
            completed_by: 1,
            result: picture.things.map((thing, at) => ({
              id: `r${at}`,
              type,
              from_name: 'label',
              to_name: 'image',
              original_width: picture.width,
              original_height: picture.height,
              image_rotation: 0,
              value: { ...value(thing, picture), [type]: [thing.name] },
            })),
          },
        ],
      })),
    ),
  })

const table =
  (heading: string, cells: (thing: WrittenThing, picture: WrittenPicture) => readonly (string | number)[]) =>
  (pictures: readonly WrittenPicture[]): WrittenFiles => ({
    '_annotations.csv': `${heading}\n${pictures
      .flatMap((picture) => picture.things.map((thing) => `${[nameOf(picture), ...cells(thing, picture)].join(',')}\n`))
      .join('')}`,
  })
const sides = ({ width, height }: WrittenPicture) => [width, height]

const boxes = { labelType: 'target-detection', drawing: 'box', states: true, sizes: true } as const
const rings = { labelType: 'semantic-segmentation', drawing: 'ring', states: true, sizes: true } as const
const masks = { labelType: 'semantic-segmentation', drawing: 'mask', states: true, sizes: true } as const

export const writers = {
  'COCO boxes': { ...boxes, list: coco(({ box }) => ({ bbox: box })) },
  'COCO polygons': { ...rings, list: coco(({ box, ring }) => ({ bbox: box, segmentation: [ring] })) },
  'COCO runs': {
    ...masks,
    list: coco(({ box, pixels }, picture) => ({
      bbox: box,
      segmentation: { size: [picture.height, picture.width], counts: runsOf(columnsOf(pixels, picture)) },
    })),
  },
  'COCO panoptic': {
    ...masks,
    list: (pictures, classes) => ({
      'panoptic_all.json': json({
        images: pictures.map((one, id) => ({ id, file_name: nameOf(one), width: one.width, height: one.height })),
        categories: classes.map((name, id) => ({ id, name, isthing: 1 })),
        annotations: pictures.map((picture, image_id) => ({
          image_id,
          file_name: `${image_id}.png`,
          segments_info: picture.things.map(({ name }, at) => ({ id: at + 1, category_id: classes.indexOf(name) })),
        })),
      }),
      ...Object.fromEntries(
        pictures.map((picture, id) => [
          `panoptic_all/${id}.png`,
          painted(
            picture,
            picture.things.map((_, at) => at + 1),
            3,
          ),
        ]),
      ),
    }),
  },
  'YOLO boxes': { ...boxes, ...yolo(centered) },
  'YOLO polygons': { ...rings, ...yolo(({ ring }, picture) => parts(ring, picture)) },
  'YOLO poses': {
    ...boxes,
    ...yolo((thing, picture) => {
      const [x, y, width, height] = centered(thing, picture)
      return [x!, y!, width!, height!, ...[0, 1, 2].flatMap(() => [x!, y!, 2])]
    }),
  },
  'YOLO turned boxes': {
    ...boxes,
    ...yolo((thing, picture) => {
      const [left, top, right, bottom] = corners(thing)
      return parts([left, top, right, top, right, bottom, left, bottom], picture)
    }),
  },
  'Pascal VOC': {
    ...boxes,
    sidecar: (picture, stem) => ({
      [`${stem}.xml`]: `<annotation>
  <folder>x</folder>
${picture.stated === undefined ? '' : `  <filename>${picture.stated}</filename>\n`}  <size><width>${picture.width}</width><height>${picture.height}</height><depth>3</depth></size>
${picture.things
  .map((thing) => {
    const [left, top, right, bottom] = corners(thing)
    return `  <object><name>${thing.name}</name><bndbox><xmin>${left}</xmin><ymin>${top}</ymin><xmax>${right}</xmax><ymax>${bottom}</ymax></bndbox></object>\n`
  })
  .join('')}</annotation>
`,
    }),
  },
  'LabelMe boxes': {
    ...boxes,
    sidecar: labelme((thing) => ({ shape_type: 'rectangle', points: pairs(corners(thing)) })),
  },
  'LabelMe polygons': { ...rings, sidecar: labelme(({ ring }) => ({ shape_type: 'polygon', points: pairs(ring) })) },
  'CVAT boxes': {
    ...boxes,
    list: cvat((thing) => {
      const [left, top, right, bottom] = corners(thing)
      return `<box label="${thing.name}" xtl="${left}" ytl="${top}" xbr="${right}" ybr="${bottom}" occluded="0" z_order="0"/>`
    }),
  },
  'CVAT polygons': {
    ...rings,
    list: cvat(
      ({ name, ring }) =>
        `<polygon label="${name}" occluded="0" points="${pairs(ring)
          .map((point) => point.join(','))
          .join(';')}" z_order="0"/>`,
    ),
  },
  'CVAT masks': {
    ...masks,
    list: cvat(({ name, pixels, box: [left, top, width, height] }, picture) => {
      const window = Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [left + (at % width), top + Math.floor(at / width)]
        return pixels[y * picture.width + x] ?? 0
      })
      return `<mask label="${name}" occluded="0" rle="${runsOf(window).join(', ')}" left="${left}" top="${top}" width="${width}" height="${height}" z_order="0"/>`
    }),
  },
  'Label Studio boxes': {
    ...boxes,
    list: studio('rectanglelabels', ({ box }, picture) => {
      const [x, y, width, height] = parts(box, picture).map((part) => part * 100)
      return { x, y, width, height, rotation: 0 }
    }),
  },
  'Label Studio polygons': {
    ...rings,
    list: studio('polygonlabels', ({ ring }, picture) => ({
      points: pairs(parts(ring, picture).map((part) => part * 100)),
      closed: true,
    })),
  },
  'CSV of corners': {
    ...boxes,
    list: table('filename,width,height,class,xmin,ymin,xmax,ymax', (thing, picture) => [
      ...sides(picture),
      thing.name,
      ...corners(thing),
    ]),
  },
  'CSV of a bbox column': {
    ...boxes,
    list: table('image,width,height,bbox_xywh,label', (thing, picture) => [
      ...sides(picture),
      `"[${thing.box.join(', ')}]"`,
      thing.name,
    ]),
  },
  'CSV without sizes': {
    ...boxes,
    sizes: false,
    list: table('filename,class,xmin,ymin,xmax,ymax', (thing) => [thing.name, ...corners(thing)]),
  },
  'masks of numbers': {
    ...masks,
    states: false,
    sidecar: (picture, stem, classes) => ({
      [`masks/${stem}.png`]: painted(
        picture,
        picture.things.map(({ name }) => classes.indexOf(name) + 1),
        1,
      ),
    }),
    beside: (classes) => ({ 'classes.txt': ['background', ...classes].map((name) => `${name}\n`).join('') }),
  },
  'folders of classes': {
    labelType: 'picture-classification',
    drawing: 'class',
    states: false,
    sizes: false,
    sidecar: (picture, stem) => ({ [`${picture.things[0]?.name}/${stem}.png`]: 'no picture' }),
  },
} as const satisfies Record<string, Writer>

export type WriterName = keyof typeof writers
export const writerNames = Object.keys(writers) as WriterName[]
