import { catalogue, type Translate } from '#lib/i18n.ts'

export const text = catalogue('images', {
  en: {
    title: 'Training images',
    tasks: 'Training tasks',
    pools: 'Resource pools',
    create: 'Add an image',
    edit: 'Edit',
    show: 'Show',
    showCheck: 'Show and check',
    delete: 'Delete',
    actionsOf: 'Actions on {name}',
    deletedSuccess: 'Image removed from the catalogue',
    deleteTitle: 'Delete the image {name}?',
    deleteBody:
      'It is taken out of the catalogue. Tasks that ran it stay, with their logs and results, and nothing is removed from any engine.',
    name: 'Name',
    origin: 'Origin or check',
    builtIn: 'Built in',
    untried: 'Own, not checked',
    running: 'Being checked',
    passed: 'Usable',
    warned: 'Usable, with a warning',
    failed: 'Check failed',
    address: 'Address',
    labelTypes: 'Label types',
    'target-detection': 'Target detection',
    'picture-classification': 'Picture classification',
    'semantic-segmentation': 'Semantic segmentation',
    executors: 'Runs in',
    cpuOnly: 'CPU only',
    writes: 'What it writes',
    empty: 'No training images',
    emptyWords: 'An image is a program that tasks run. Add one of your own by its address.',
  },
  zh: {
    title: '训练镜像',
    tasks: '训练任务',
    pools: '资源池',
    create: '添加镜像',
    edit: '编辑',
    show: '查看',
    showCheck: '查看与检查',
    delete: '删除',
    actionsOf: '{name} 的操作',
    deletedSuccess: '镜像已从目录移除',
    deleteTitle: '删除镜像 {name}？',
    deleteBody: '该镜像将从目录移除。使用过它的任务及其日志和结果会保留，不会从任何引擎中删除内容。',
    name: '名称',
    origin: '来源或检查',
    builtIn: '内置',
    untried: '自有，未检查',
    running: '正在检查',
    passed: '可用',
    warned: '可用，有警告',
    failed: '检查未通过',
    address: '地址',
    labelTypes: '标注类型',
    'target-detection': '目标检测',
    'picture-classification': '图片分类',
    'semantic-segmentation': '语义分割',
    executors: '运行于',
    cpuOnly: '仅 CPU',
    writes: '输出文件',
    empty: '没有训练镜像',
    emptyWords: '镜像是任务运行的程序。可按地址添加自有镜像。',
  },
})

const labelTypes = ['target-detection', 'picture-classification', 'semantic-segmentation'] as const

/** The words for a label type; one that is not known stays as it is written. */
export function labelWords(type: string, t: Translate<typeof text.en>): string {
  const labelType = labelTypes.find((each) => each === type)
  return labelType === undefined ? type : t(labelType)
}
