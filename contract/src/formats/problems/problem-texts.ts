import type { Text } from '../../kernel/text.ts'

export const leftOuts = ['dataset', 'file', 'image', 'label', 'part', 'nothing'] as const

export interface ProblemEntry {
  readonly leaves: (typeof leftOuts)[number]
  readonly text: Text
}

const entry = (leaves: ProblemEntry['leaves'], en: string, zh: string): ProblemEntry => ({ leaves, text: { en, zh } })

/** Names are permanent, because scripts match them. `where` is the object as named by the file: `annotation 17`. */
export const formatProblemTexts = {
  'nothing-found': entry('dataset', 'nothing of this format is here', '这里没有该格式的内容'),
  'no-image': entry('nothing', 'it is no image: it is left out', '不是图片，未读取'),
  'file-missing': entry('file', 'there is no file {path}', '缺少文件 {path}'),
  'file-too-large': entry('file', 'it is larger than {limit}', '文件超过 {limit}'),
  'not-utf8': entry(
    'file',
    'it is text of no encoding that can be read: neither UTF-8 nor UTF-16 nor GB18030',
    '无法识别文件的文本编码：不是 UTF-8、UTF-16 或 GB18030',
  ),
  'encoding-read': entry(
    'nothing',
    'it is not UTF-8: it was read as {encoding}',
    '文件不是 UTF-8，已按 {encoding} 读取',
  ),
  'json-broken': entry('file', 'not valid JSON: {detail}', 'JSON 无效：{detail}'),
  'json-cut-off': entry('file', 'it ends in the middle', '文件不完整，中途结束'),
  'yaml-broken': entry('file', 'not valid YAML: {detail}', 'YAML 无效：{detail}'),
  'csv-broken': entry('file', 'not a valid table: {detail}', '表格无效：{detail}'),
  'xml-broken': entry('file', 'not valid XML: {detail}', 'XML 无效：{detail}'),
  'list-missing': entry('file', '{list}: a list is missing', '{list}：缺少列表'),
  'coco-result-list': entry(
    'file',
    'it is a COCO result list: detections without the images and classes that their numbers stand for. Import a COCO document with images, categories and annotations',
    '这是 COCO 结果列表：只有检测结果，缺少编号所指的图片与类别。请导入含 images、categories、annotations 的 COCO 文件',
  ),
  'entry-invalid': entry('label', '{where}: {field}: {detail}', '{where}：{field}：{detail}'),
  /** Another geometry of the same object is readable. */
  'geometry-invalid': entry('part', '{where}: {field}: {detail}', '{where}：{field}：{detail}'),
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
  'yolo-rows-tracked': entry(
    'nothing',
    'rows of six numbers after the class end in whole numbers: they were read as a box, its confidence and the number of its track',
    '类别之后有六个数字且末位均为整数：已按边界框、置信度和轨迹编号读取',
  ),
  'keypoints-left-out': entry(
    'nothing',
    'rows of {count} numbers after the class are boxes with keypoints: the boxes are taken, keypoints are left out',
    '类别之后有 {count} 个数字的行是带关键点的边界框：只导入边界框，不导入关键点',
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
  'columns-unknown': entry(
    'file',
    'nothing says what the columns {columns} hold: boxes are read from xmin, ymin, xmax, ymax, from x, y, w, h, or from bbox',
    '无法确定列 {columns} 的含义：边界框可写在 xmin、ymin、xmax、ymax 列，x、y、w、h 列或 bbox 列',
  ),
  'class-column-missing': entry(
    'nothing',
    'no column names a class: all labels are taken as the one class “{name}”, which can be renamed',
    '没有类别列：所有标注都作为类别“{name}”导入，可改名',
  ),
  'csv-box-unreadable': entry(
    'label',
    'column {column}: "{text}" is not a box: four numbers are read, as in [x, y, width, height]',
    '列 {column}：“{text}”不是边界框，应为四个数字，如 [x, y, width, height]',
  ),
  'csv-box-as-size': entry(
    'nothing',
    'the boxes fit as two corners and as a corner with a size: they were read as [x, y, width, height]. A column bbox_xyxy is read as two corners',
    '边界框既可理解为两个角点，也可理解为角点加尺寸：已按 [x, y, width, height] 读取；列名为 bbox_xyxy 时按两个角点读取',
  ),
  'csv-box-parts': entry(
    'nothing',
    'no number of a box is above 1: they were read as parts of the image',
    '边界框的数值都不大于 1：已按图片宽高的比例读取',
  ),
  'columns-missing': entry('file', 'there is no column {columns}', '缺少列 {columns}'),
  'png-unreadable': entry('image', 'not a PNG that can be read: {detail}', '无法读取的 PNG：{detail}'),
  'colour-unknown': entry('label', 'there is no class for the color {colour}', '没有与颜色 {colour} 对应的类别'),
  'mask-one-class': entry(
    'nothing',
    'the pictures have no value but 0 and {value}: {value} is taken as the one class “{name}”, which can be renamed',
    '图片中只有 0 和 {value} 两种值：{value} 作为唯一类别“{name}”导入，可改名',
  ),
  'mask-zero-background': entry(
    'nothing',
    'the value 0 is taken as the background, and 1 as the first class ({name}): the list of classes does not say which number it begins with',
    '类别列表未说明起始编号：值 0 视为背景，值 1 视为第一个类别（{name}）',
  ),
  'mask-full-ignored': entry(
    'nothing',
    'pixels of the value 255 are left out, as training programs ignore them, and other values are classes by their numbers: where 255 is the thing that is meant, the edges of the masks are smoothed, and they must be saved with two values',
    '像素值 255 按训练程序的惯例忽略，其余像素值按编号作为类别：如果 255 才是目标，说明掩码边缘经过平滑，请以两种像素值重新保存',
  ),
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
  /** Reported once, for the first such image. */
  'boxes-as-rectangles': entry(
    'nothing',
    'labels of some images, as of {path}, are boxes without an outline: each was taken as a rectangle',
    '部分图片（如 {path}）的标注只有边界框而没有轮廓：已作为矩形导入',
  ),
  'kind-not-taken': entry(
    'label',
    '{path}: labels of a kind that the dataset has no place for: {count}',
    '{path}：{count} 个标注的类型不适用于该数据集',
  ),
} as const satisfies Record<string, ProblemEntry>
