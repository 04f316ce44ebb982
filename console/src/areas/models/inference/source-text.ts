import { catalogue } from '#lib/i18n.ts'

export const sourceText = catalogue('models-source', {
  en: {
    source: 'Images',
    sourceDataset: 'Dataset',
    sourceSpace: 'Data space',
    sourceUpload: 'Upload',
    uploadMissing: 'Please choose images',
    uploadGoesOn: {
      one: '{count} file has not arrived yet: wait for it, or take it off the list of uploads',
      other: '{count} files have not arrived yet: wait for them, or take them off the list of uploads',
    },
    datasetMissing: 'Please select a dataset',
    spaceMissing: 'Please select a data space',
    folder: 'Folder',
    folderHint: 'Only images below this folder; empty for all of them.',
    range: 'Please enter a value from {minimum} to {maximum}',
    expected: 'Expected time',
    version: 'Version',
    versionNow: 'As it is labeled now',
  },
  zh: {
    source: '图片来源',
    sourceDataset: '数据集',
    sourceSpace: '数据空间',
    sourceUpload: '上传',
    uploadMissing: '请选择图片',
    uploadGoesOn: '还有 {count} 个文件未上传完成：请等待，或从上传列表中移除',
    datasetMissing: '请选择数据集',
    spaceMissing: '请选择数据空间',
    folder: '文件夹',
    folderHint: '只取该文件夹下的图片；留空则取全部。',
    range: '请输入 {minimum} 到 {maximum} 之间的值',
    expected: '预计用时',
    version: '版本',
    versionNow: '当前标注',
  },
})
