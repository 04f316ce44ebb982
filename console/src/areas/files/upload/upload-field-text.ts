import { catalogue } from '#lib/i18n.ts'

export const uploadFieldText = catalogue('upload-field', {
  en: {
    choose: 'Choose images',
    drop: 'or drop images and folders here',
    dropNow: 'Drop images and folders to upload them',
    arrived: { one: '{count} file uploaded', other: '{count} files uploaded' },
    left: { one: '{count} still on its way', other: '{count} still on their way' },
    failed: { one: '{count} could not be uploaded', other: '{count} could not be uploaded' },
    kept: 'They stay in the data space "{space}", in {folder}.',
  },
  zh: {
    choose: '选择图片',
    drop: '或将图片和文件夹拖放到此处',
    dropNow: '拖放图片和文件夹以上传',
    arrived: '已上传 {count} 个文件',
    left: '还有 {count} 个正在上传',
    failed: '{count} 个上传失败',
    kept: '它们保存在数据空间“{space}”的 {folder} 中。',
  },
})
