const names = {
  filename: [
    'filename',
    'file_name',
    'image',
    'image_path',
    'imagepath',
    'path',
    'file',
    'filepath',
    'file_path',
    'img',
    'img_name',
    'img_path',
    'image_name',
    'imagename',
    'image_file',
    'image_filename',
    'imageid',
    'image_id',
    'img_id',
    '文件名',
    '图片',
  ],
  width: ['width', 'image_width', 'img_width', 'imagewidth', 'img_w'],
  height: ['height', 'image_height', 'img_height', 'imageheight', 'img_h'],
  class: [
    'class',
    'label',
    'class_name',
    'classname',
    'label_name',
    'name',
    'category',
    'category_name',
    'object',
    'object_class',
    'object_name',
    'class_id',
    'label_id',
    'category_id',
    'labels',
    'tag',
    '类别',
    '标签',
  ],
  xmin: ['xmin', 'x_min', 'x1', 'left', 'xtl', 'bbox_xmin', 'bbox_x1', 'bbox_x_min', 'box_xmin', 'min_x', 'minx'],
  ymin: ['ymin', 'y_min', 'y1', 'top', 'ytl', 'bbox_ymin', 'bbox_y1', 'bbox_y_min', 'box_ymin', 'min_y', 'miny'],
  xmax: ['xmax', 'x_max', 'x2', 'right', 'xbr', 'bbox_xmax', 'bbox_x2', 'bbox_x_max', 'box_xmax', 'max_x', 'maxx'],
  ymax: ['ymax', 'y_max', 'y2', 'bottom', 'ybr', 'bbox_ymax', 'bbox_y2', 'bbox_y_max', 'box_ymax', 'max_y', 'maxy'],
  x: ['x', 'bbox_x', 'box_x', 'bbox_left', 'x_left'],
  y: ['y', 'bbox_y', 'box_y', 'bbox_top', 'y_top'],
  cx: ['cx', 'x_center', 'center_x', 'xcenter', 'x_c', 'xc', 'bbox_cx', 'x_centre'],
  cy: ['cy', 'y_center', 'center_y', 'ycenter', 'y_c', 'yc', 'bbox_cy', 'y_centre'],
  w: ['w', 'bbox_width', 'bbox_w', 'box_width', 'box_w'],
  h: ['h', 'bbox_height', 'bbox_h', 'box_height', 'box_h'],
  bbox: ['bbox', 'bboxes', 'box', 'boxes', 'bounding_box', 'boundingbox', 'bounding_boxes', 'bndbox', 'rect', '边界框'],
  xyxy: ['xyxy', 'bbox_xyxy', 'box_xyxy', 'bbox_voc'],
  xywh: ['xywh', 'bbox_xywh', 'box_xywh', 'bbox_coco'],
  rings: ['rings', 'polygon'],
  runs: ['runs', 'rle'],
  score: ['score', 'confidence'],
  split: ['split', 'set', 'subset', 'usage'],
  labeled: ['labeled'],
  group: ['group', 'group_id'],
  tags: ['tags'],
  attributes: ['attributes'],
} as const

export type Column = keyof typeof names
export const writtenColumns = [
  'filename',
  'width',
  'height',
  'class',
  'xmin',
  'ymin',
  'xmax',
  'ymax',
  'rings',
  'runs',
  'score',
  'split',
  'labeled',
  'group',
  'tags',
  'attributes',
] as const satisfies readonly Column[]

export type Row = (column: Column) => string

export type Columns = Partial<Record<Column, number>>

export interface Heading {
  readonly columns: Columns
  readonly hasNames: boolean
  readonly others: ReadonlyMap<number, string>
}

export const placeColumns = [
  'xmin',
  'x',
  'cx',
  'bbox',
  'xyxy',
  'xywh',
  'rings',
  'runs',
] as const satisfies readonly Column[]

/** Column indices. Without a header, six columns are `path, x1, y1, x2, y2, class` and two are `path, class`. Null otherwise. */
export function columnsOf(first: readonly string[]): Heading | null {
  const lower = first.map((field) =>
    field
      .trim()
      .toLowerCase()
      .replaceAll(/[\s.-]+/g, '_'),
  )
  // In headers that count corners from 0, the second one is called 1.
  const isFromZero = lower.includes('x0') && lower.includes('x1')
  const headings = isFromZero ? lower.map((name) => cornersFromZero[name] ?? name) : lower
  const columns: Columns = {}
  for (const column of Object.keys(names) as Column[]) {
    const index = headings.findIndex((field) => (names[column] as readonly string[]).includes(field))
    if (index >= 0) columns[column] = index
  }
  const { width, height, ...rest } = columns
  const hasCorner = rest.x !== undefined || rest.cx !== undefined
  // For corner boxes without own size, columns named width and height belong to the image.
  if (hasCorner && rest.w === undefined && rest.h === undefined && width !== undefined && height !== undefined)
    return headingOf({ ...rest, w: width, h: height }, first)
  if (columns.filename !== undefined && first.length > 1) return headingOf(columns, first)
  const isNumber = (index: number) => Number.isFinite(Number(first[index])) || first[index] === ''
  if (first.length === 6 && [1, 2, 3, 4].every(isNumber)) {
    return {
      columns: { filename: 0, xmin: 1, ymin: 2, xmax: 3, ymax: 4, class: 5 },
      hasNames: false,
      others: new Map(),
    }
  }
  const isPair = first.length === 2 && /\.\w+$/.test(first[0]!)
  return isPair ? { columns: { filename: 0, class: 1 }, hasNames: false, others: new Map() } : null
}

const cornersFromZero: Readonly<Record<string, string>> = { x0: 'xmin', y0: 'ymin', x1: 'xmax', y1: 'ymax' }

function headingOf(columns: Columns, first: readonly string[]): Heading | null {
  if (columns.filename === undefined) return null
  const used = new Set<number>(Object.values(columns))
  const others = first.flatMap((name, at) => (used.has(at) ? [] : [[at, name.trim()] as const]))
  return { columns, hasNames: true, others: new Map(others) }
}

export const holdsNumbers = (text: string): boolean =>
  /^\s*[[({"'].*\d.*[\])}"']\s*$/s.test(text) || /^\s*(?:[-+]?[\d.]+[\s,;]+){3,}[-+]?[\d.]+\s*$/.test(text)
