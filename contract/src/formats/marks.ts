import type { Text } from '../kernel/text.ts'
import type { FormatKind } from './offers.ts'

/** Length of the head that `formatByMarks` needs; the marks of all layouts occur within it. */
export const marksLength = 1024 * 1024

export interface MarkedFormat {
  readonly name: Text
  readonly id?: FormatKind
  readonly instead?: Text
}

interface Layout extends MarkedFormat {
  readonly path: RegExp
  matches(head: string): boolean
}

const has =
  (...marks: readonly RegExp[]) =>
  (head: string) =>
    marks.every((mark) => mark.test(head))

const columnsAre =
  (...names: readonly string[]) =>
  (head: string) => {
    const columns = (head.split(/\r?\n/, 1)[0] ?? '').split(/[,;\t]/).map((name) => name.trim())
    return names.every((name) => columns.includes(name))
  }

/** Keys of COCO and of LabelMe: the first one in a document decides. */
const ownJsonParts = /"(?:(images|annotations|categories)"\s*:\s*\[|(shapes|imagePath|imageData)"\s*:)/

const named = (en: string, zh = en): Text => ({ en, zh })

/**
 * Layouts are known by unique marks; more specific ones come first, because several share list names. Sources: each tool's
 * documentation.
 */
const layouts: readonly Layout[] = [
  {
    name: named('Open Images (CSV)'),
    id: 'open-images',
    path: /\.csv$/i,
    matches: columnsAre('ImageID', 'LabelName'),
  },
  {
    name: named('Open Images (CSV of masks)', 'Open Images（掩码 CSV）'),
    path: /\.csv$/i,
    matches: columnsAre('MaskPath', 'ImageID'),
  },
  {
    name: named('Label Studio (CSV)'),
    instead: named(
      'Export JSON from Label Studio instead: it holds all that the table does, and sizes and masks as well.',
      '请改用 Label Studio 的 JSON 导出，其内容完整，包含尺寸与掩码。',
    ),
    path: /\.csv$/i,
    matches: columnsAre('annotation_id', 'annotator', 'lead_time'),
  },
  {
    name: named('Label Studio (JSON)'),
    id: 'label-studio',
    path: /\.json$/i,
    matches: has(/"(?:annotations|predictions)"\s*:\s*\[/, /"(?:from_name|completed_by|result)"\s*:/),
  },
  {
    name: named('Label Studio (JSON_MIN)'),
    id: 'label-studio',
    path: /\.json$/i,
    matches: has(/"annotation_id"\s*:/, /"annotator"\s*:/),
  },
  {
    name: named('Datumaro (JSON)'),
    id: 'datumaro',
    path: /\.json$/i,
    matches: has(/"items"\s*:\s*\[/, /"(?:dm_format_version|infos|categories)"\s*:\s*[{"]/),
  },
  {
    name: named('COCO panoptic', 'COCO 全景分割'),
    id: 'coco-panoptic',
    path: /\.json$/i,
    matches: has(/"segments_info"\s*:\s*\[/),
  },
  {
    name: named('Segment Anything (JSON)'),
    id: 'segment-anything',
    path: /\.json$/i,
    matches: has(/"predicted_iou"\s*:/, /"stability_score"\s*:/),
  },
  {
    name: named('Cityscapes'),
    id: 'cityscapes',
    path: /\.json$/i,
    matches: has(/"imgHeight"\s*:/, /"objects"\s*:\s*\[/),
  },
  {
    name: named('VGG Image Annotator (JSON)'),
    path: /\.json$/i,
    matches: has(/"(?:shape_attributes|_via_img_metadata)"\s*:/),
  },
  {
    name: named('VGG Image Annotator (CSV)'),
    path: /\.csv$/i,
    matches: columnsAre('region_shape_attributes', 'region_attributes'),
  },
  {
    name: named('LabelMe'),
    id: 'labelme',
    path: /\.json$/i,
    matches: (head) => ownJsonParts.exec(head)?.[2] !== undefined,
  },
  {
    name: named('COCO'),
    id: 'coco',
    path: /\.json$/i,
    matches: (head) => ownJsonParts.exec(head)?.[1] !== undefined,
  },
  {
    name: named('CVAT for images (XML)'),
    id: 'cvat',
    path: /\.xml$/i,
    matches: has(/<annotations>/, /<(?:image|meta|version)\b/),
  },
  { name: named('LabelMe (XML)'), id: 'labelme-xml', path: /\.xml$/i, matches: has(/<annotation>/, /<polygon>/) },
  {
    name: named('Pascal VOC'),
    id: 'voc',
    path: /\.xml$/i,
    matches: has(/<annotation\b/, /<(?:filename|object|size)>/),
  },
  // CSV has no marks, so it follows other table formats.
  { name: named('CSV'), id: 'csv', path: /\.csv$/i, matches: () => false },
  {
    name: named('MOT'),
    id: 'mot',
    path: /(?:^|\/)(?:gt|det)\.txt$/i,
    matches: has(/^\d+,-?\d+(?:,-?[\d.]+){5,}\s*$/m),
  },
  {
    name: named('KITTI'),
    id: 'kitti',
    path: /\.txt$/i,
    matches: has(/^[A-Za-z][\w-]* -?[\d.]+ -?\d+(?: -?[\d.]+(?:e-?\d+)?){12,13}\s*$/m),
  },
  {
    name: named('YOLO'),
    id: 'yolo',
    path: /\.txt$/i,
    matches: has(/^\d+(?: -?[\d.]+(?:e-?\d+)?){4,}\s*$/m),
  },
]

/** From a head of at most `marksLength` characters; includes layouts that cannot be read here. Null when nothing matches. */
export function formatByMarks(path: string, head: string): MarkedFormat | null {
  return layouts.find((layout) => layout.path.test(path) && layout.matches(head)) ?? null
}

export function markedPath(kind: FormatKind): RegExp | null {
  return layouts.find(({ id }) => id === kind)?.path ?? null
}
