import type { Text } from '../../kernel/text.ts'

/** What stays out because of a problem. */
export const leftOuts = ['dataset', 'file', 'image', 'label', 'part', 'nothing'] as const

export interface ProblemEntry {
  readonly leaves: (typeof leftOuts)[number]
  readonly text: Text
}

const entry = (leaves: ProblemEntry['leaves'], en: string, zh: string): ProblemEntry => ({ leaves, text: { en, zh } })

/**
 * Everything that can be wrong with files of labels. Names are permanent: scripts match on them. `where` is what the file
 * calls the thing: `annotation 17`.
 */
export const formatProblemTexts = {
  'nothing-found': entry('dataset', 'nothing of this format is here', '这里没有该格式的内容'),
  'file-missing': entry('file', 'there is no file {path}', '缺少文件 {path}'),
  'file-too-large': entry('file', 'it is larger than {limit}', '文件超过 {limit}'),
  'not-utf8': entry('file', 'it is not UTF-8 text', '文件不是 UTF-8 文本'),
  'json-broken': entry('file', 'not valid JSON: {detail}', 'JSON 无效：{detail}'),
  'json-cut-off': entry('file', 'it ends in the middle', '文件不完整，中途结束'),
  'yaml-broken': entry('file', 'not valid YAML: {detail}', 'YAML 无效：{detail}'),
  'csv-broken': entry('file', 'not a valid table: {detail}', '表格无效：{detail}'),
  'xml-broken': entry('file', 'not valid XML: {detail}', 'XML 无效：{detail}'),
  'list-missing': entry('file', '{list}: a list is missing', '{list}：缺少列表'),
  'entry-invalid': entry('label', '{where}: {field}: {detail}', '{where}：{field}：{detail}'),
  'id-twice': entry('file', '{where}: the id occurs twice', '{where}：编号重复'),
  'image-entry-invalid': entry('image', '{where}: {field}: {detail}', '{where}：{field}：{detail}'),
  'image-twice': entry('image', '{where}: the image occurs twice', '{where}：图片重复'),
  'image-size-invalid': entry(
    'image',
    '{where}: {width} × {height} is no size of an image',
    '{where}：{width} × {height} 不是有效的图片尺寸',
  ),
  'image-unknown': entry('label', '{where}: there is no image {image}', '{where}：不存在图片 {image}'),
  'class-unknown': entry('label', '{where}: there is no category {class}', '{where}：不存在类别 {class}'),
  'class-entry-invalid': entry('file', '{where}: {field}: {detail}', '{where}：{field}：{detail}'),
  'no-classes': entry('file', 'there is no class', '没有任何类别'),
  'box-empty': entry(
    'label',
    '{where}: the box has no area ({width} × {height})',
    '{where}：边界框没有面积（{width} × {height}）',
  ),
  'geometry-missing': entry('label', '{where}: neither box nor polygon', '{where}：既没有边界框也没有多边形'),
  'box-flat': entry('label', 'the box has no area', '边界框没有面积'),
  'not-a-number': entry('label', '"{text}" is not a number', '“{text}”不是数字'),
  'class-number-unknown': entry(
    'label',
    'there is no class {class} among the {count} classes',
    '共 {count} 个类别，不存在第 {class} 类',
  ),
  'yolo-numbers': entry(
    'label',
    '{count} numbers are neither a box (5) nor a polygon (7, 9, 11, …)',
    '{count} 个数字既不是边界框（5 个）也不是多边形（7、9、11 …… 个）',
  ),
  'part-outside': entry('label', '{value} is not between 0 and 1', '{value} 不在 0 到 1 之间'),
  'polygon-short': entry('label', '{where}: a polygon needs at least 3 points', '{where}：多边形至少需要 3 个点'),
  'polygon-long': entry('label', '{where}: a polygon has more than {limit} points', '{where}：多边形超过 {limit} 个点'),
  'runs-invalid': entry(
    'label',
    '{where}: the RLE counts of the mask do not fill {width} × {height}',
    '{where}：掩码游程与 {width} × {height} 不符',
  ),
  'mask-empty': entry('label', '{where}: the mask has no pixel', '{where}：掩码没有像素'),
  'mask-size-differs': entry(
    'label',
    '{where}: the mask is {width} × {height}, its image is not',
    '{where}：掩码尺寸 {width} × {height} 与图片不符',
  ),
  'crowd-left-out': entry(
    'label',
    '{where}: a crowd (iscrowd) is no single object',
    '{where}：群体（iscrowd）不是单个对象',
  ),
  'score-invalid': entry(
    'part',
    '{where}: the confidence {score} is not between 0 and 1',
    '{where}：置信度 {score} 不在 0 到 1 之间',
  ),
  'attribute-unreadable': entry(
    'part',
    '{where}: the attribute {attribute} is left out: it is neither a text of at most 1000 characters nor a number nor yes or no',
    '{where}：属性 {attribute} 未读取：其值不是 1000 个字符以内的文本、数字或“是/否”',
  ),
  'image-size-unknown': entry(
    'image',
    '{path}: neither the file nor the image says how large the image is',
    '{path}：文件和图片都没有给出图片尺寸',
  ),
  'class-missing': entry('label', '{where}: it has no class', '{where}：没有类别'),
  'columns-missing': entry('file', 'there is no column {columns}', '缺少列 {columns}'),
  'png-unreadable': entry('image', 'not a PNG that can be read: {detail}', '无法读取的 PNG：{detail}'),
  'colour-unknown': entry('label', 'there is no class for the color {colour}', '没有与颜色 {colour} 对应的类别'),
  'shape-type-unknown': entry(
    'label',
    '{where}: shapes of type {type} are not taken',
    '{where}：不支持类型为 {type} 的形状',
  ),
  'classes-too-many': entry('label', 'the format holds at most {limit} classes', '该格式最多支持 {limit} 个类别'),
  'more-classes': entry(
    'label',
    '{where}: the format holds one class for an image, {count} more are left out',
    '{where}：该格式每张图片只能有一个类别，另外 {count} 个未写入',
  ),
  renamed: entry(
    'nothing',
    'written as {name}: another image has the same name up to its ending',
    '写为 {name}：另一张图片除扩展名外同名',
  ),
  flattened: entry('nothing', 'written as {name}: the layout has no folders', '写为 {name}：该布局不含文件夹'),
  'annotations-left-out': entry(
    'nothing',
    '{where}: other people labeled it too, {count} annotations are left out',
    '{where}：另有他人标注，{count} 份未读取',
  ),
  'parts-as-mask': entry(
    'nothing',
    '{where}: polygons with holes or parts are written as masks',
    '{where}：带孔或多部分的多边形写为掩码',
  ),
  'attributes-not-written': entry(
    'part',
    'attributes are not written: the format has no place for them (labels: {count})',
    '该格式无法保存属性：{count} 个标注的属性未写入',
  ),
  'scores-not-written': entry(
    'part',
    'confidences are not written: the format has no place for them (labels: {count})',
    '该格式无法保存置信度：{count} 个标注的置信度未写入',
  ),
  'tags-not-written': entry(
    'part',
    'tags are not written: the format has no place for them (images: {count})',
    '该格式无法保存标签：{count} 张图片的标签未写入',
  ),
  'groups-not-written': entry(
    'part',
    'groups are not written: the format has no place for them (labels: {count})',
    '该格式无法保存分组：{count} 个标注的分组未写入',
  ),
  'splits-not-written': entry(
    'part',
    'splits are not written: the layout has no place for them (images: {count})',
    '该布局无法保存划分：{count} 张图片的划分未写入',
  ),
  'unlabeled-not-written': entry(
    'part',
    'the layout has no place for what nobody has labeled: it is written as having no objects (images: {count})',
    '该布局无法表达“未标注”：{count} 张未标注图片写为无目标图片',
  ),
  'outlines-joined': entry(
    'part',
    'an object has one polygon: holes and parts are joined to one (labels: {count})',
    '每个目标只有一条多边形：{count} 个标注的孔洞与多部分合并为一条',
  ),
  'masks-as-outlines': entry('part', 'masks are written as polygons (masks: {count})', '{count} 个掩码写为多边形'),
  'polygons-as-pixels': entry('part', 'polygons are written as pixels (polygons: {count})', '{count} 个多边形写为像素'),
  'overlaps-not-written': entry(
    'part',
    'a pixel has one class: where shapes overlap, only the upper one keeps its pixels (images that may be concerned: {count})',
    '每个像素只有一个类别：{count} 张图片中的标注可能重叠，仅保留上层',
  ),
  'objects-merged': entry(
    'part',
    'a pixel has a class and no object: the shapes of a class become one (images: {count})',
    '像素只有类别而不分个体：{count} 张图片中同类标注将合并为一个',
  ),
  'empty-not-written': entry(
    'part',
    'the format has no place for having no class: it is written as not labeled (images: {count})',
    '该格式无法表达“无类别”：{count} 张图片写为未标注',
  ),
  'kind-not-written': entry(
    'label',
    '{where}: the format has no words for this kind of label',
    '{where}：该格式无法表达此类标注',
  ),
  'kind-not-taken': entry(
    'label',
    '{path}: labels of a kind that the dataset has no place for: {count}',
    '{path}：{count} 个标注的类型不适用于该数据集',
  ),
} as const satisfies Record<string, ProblemEntry>
