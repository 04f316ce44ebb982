/** What a column holds, with the names under which other tools have it. */
const names = {
  filename: [
    'filename',
    'file_name',
    'image',
    'image_path',
    'imagepath',
    'path',
    'file',
    'img',
    'image_name',
    'imageid',
    'image_id',
  ],
  width: ['width', 'image_width', 'img_width'],
  height: ['height', 'image_height', 'img_height'],
  class: ['class', 'label', 'class_name', 'label_name', 'name', 'category'],
  xmin: ['xmin', 'x_min', 'x1', 'left'],
  ymin: ['ymin', 'y_min', 'y1', 'top'],
  xmax: ['xmax', 'x_max', 'x2', 'right'],
  ymax: ['ymax', 'y_max', 'y2', 'bottom'],
  x: ['x', 'bbox_x'],
  y: ['y', 'bbox_y'],
  w: ['w', 'bbox_width'],
  h: ['h', 'bbox_height'],
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

export type Columns = Partial<Record<Column, number>>

/**
 * Places of the columns. Without a first line of names, a row of six is `path, x1, y1, x2, y2, class` and a row of two
 * `path, class`. Null for neither.
 */
export function columnsOf(first: readonly string[]): { columns: Columns; hasNames: boolean } | null {
  const lower = first.map((field) => field.trim().toLowerCase())
  const columns: Columns = {}
  for (const column of Object.keys(names) as Column[]) {
    const index = lower.findIndex((field) => (names[column] as readonly string[]).includes(field))
    if (index >= 0) columns[column] = index
  }
  if (columns.filename !== undefined && Object.keys(columns).length > 1) return { columns: columns, hasNames: true }
  const isNumber = (index: number) => Number.isFinite(Number(first[index])) || first[index] === ''
  if (first.length === 6 && [1, 2, 3, 4].every(isNumber)) {
    return { columns: { filename: 0, xmin: 1, ymin: 2, xmax: 3, ymax: 4, class: 5 }, hasNames: false }
  }
  const isPair = first.length === 2 && /\.\w+$/.test(first[0]!)
  return isPair ? { columns: { filename: 0, class: 1 }, hasNames: false } : null
}
