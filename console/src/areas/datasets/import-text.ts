import { catalogue } from '#lib/i18n.ts'

export const text = catalogue('dataset-import', {
  en: {
    done: 'Done',
    import: 'Import annotations',
    importChoose: 'Choose a COCO file',
    importExisting: 'Images that are labeled already',
    importHint:
      'A COCO file (JSON) whose images are in this dataset already. Images are matched by their path, or by their file name where it is unique.',
    importKeep: 'Keep their annotations',
    importReplace: 'Replace their annotations with those of the file',
    importUnreadable: 'The file is not JSON.',
    imported: { one: '{count} image is labeled now', other: '{count} images are labeled now' },
    importedAnnotations: 'Annotations read: {annotations}',
    importedKept: {
      one: '{count} image was labeled already and stayed as it was',
      other: '{count} images were labeled already and stayed as they were',
    },
    importedLabels: 'Labels added: {names}',
    importedUnmatched: {
      one: '{count} image of the file is not in this dataset:',
      other: '{count} images of the file are not in this dataset:',
    },
  },
  zh: {
    done: '完成',
    import: '导入标注',
    importChoose: '选择 COCO 文件',
    importExisting: '已标注的图片',
    importHint: '选择 COCO 文件（JSON），其中的图片须已在该数据集中。按路径匹配图片；文件名唯一时也可按文件名匹配。',
    importKeep: '保留现有标注',
    importReplace: '用文件中的标注替换',
    importUnreadable: '该文件不是 JSON。',
    imported: '{count} 张图片已完成标注',
    importedAnnotations: '读取标注 {annotations} 个',
    importedKept: '{count} 张图片此前已标注，保持不变',
    importedLabels: '新增类别：{names}',
    importedUnmatched: '文件中有 {count} 张图片不在该数据集中：',
  },
})
