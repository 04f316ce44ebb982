import { catalogue } from '#lib/i18n.ts'

export const confusionText = catalogue('confusion', {
  en: {
    title: 'Confusion matrix',
    hint: 'Columns: truth. Rows: prediction. Arrow keys move.',
    hintWithImages: 'Columns: truth. Rows: prediction. Arrow keys move, Enter opens the images.',
    pairing:
      'Here an object is paired with the prediction that overlaps it most, whatever its label: precision and recall by class, which pair within a label, may differ by a few.',
    cellsAs: 'What cells show',
    'cells-count': 'Counts',
    'cells-truth': '% of truth',
    'cells-found': '% of finds',
    cellDetail: '{cell} · {truth} of what is {real}, {found} of what was found as {match}',
    part: {
      one: 'The label that is mistaken most often',
      other: 'The {count} labels that are mistaken most often',
    },
    corner: 'found ↓ · true →',
    cell: '{found} where {real} is true: {amount}',
    onImages: { one: ', on {count} image', other: ', on {count} images' },
  },
  zh: {
    title: '混淆矩阵',
    hint: '列为真值，行为预测。方向键移动。',
    hintWithImages: '列为真值，行为预测。方向键移动，回车查看对应图片。',
    pairing:
      '此处每个目标与重叠最多的预测配对，不论其标签；按类别的精确率与召回率只在同一标签内配对，因此可能略有出入。',
    cellsAs: '单元格内容',
    'cells-count': '数量',
    'cells-truth': '占真值 %',
    'cells-found': '占预测 %',
    cellDetail: '{cell} · 占真值 {real} 的 {truth}，占预测 {match} 的 {found}',
    part: '仅显示最常被混淆的 {count} 个类别',
    corner: '预测 ↓ · 真值 →',
    cell: '真值为 {real} 而预测为 {found}：{amount}',
    onImages: '，共 {count} 张图片',
  },
})
